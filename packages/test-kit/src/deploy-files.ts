/**
 * The files of `deploy/`, as an operator would install them, for hosts that are addresses of the loopback.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What the files of `deploy/` call the three database hosts. */
export const NODES = ['db1', 'db2', 'db3'] as const
export type NodeName = (typeof NODES)[number]

const fileOf = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/${path}`, import.meta.url)), 'utf8')

/**
 * A file of `deploy/` with each text of `values` replaced. Throws when one of them is not in the file, or a
 * place for a value is left: so the files and their test can't drift apart.
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

/** An EnvironmentFile of systemd: `NAME=value` lines and comments. */
export const environmentOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z0-9_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
