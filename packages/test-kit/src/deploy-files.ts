/** Files of `deploy/` as installed by an operator, for hosts with loopback addresses. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Names of the three database hosts in the files of `deploy/`. */
export const NODES = ['db1', 'db2', 'db3'] as const
export type NodeName = (typeof NODES)[number]

const fileOf = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/${path}`, import.meta.url)), 'utf8')

/**
 * Returns a file of `deploy/` with each text of `values` replaced. Throws if one is not in the file, or a
 * placeholder is left, so that the files and their test stay consistent.
 */
export const fillFile = (path: string, values: Readonly<Record<string, string>>): string => {
  let text = fileOf(path)
  for (const [from, to] of Object.entries(values)) {
    if (!text.includes(from)) throw new Error(`deploy/${path} does not contain ${from}`)
    text = text.replaceAll(from, to)
  }
  const left = /@[A-Z_]+@/.exec(text)
  if (left) throw new Error(`deploy/${path}: no value for ${left[0]}`)
  return text
}

/** Parses an EnvironmentFile of systemd: `NAME=value` lines and comments. */
export const environmentOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z0-9_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
