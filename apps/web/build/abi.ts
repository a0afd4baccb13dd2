import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const ENTRY = /^ {2}\{"type":"(\w+)"(?:,"name":"(\w+)")?.*\n/gm

/**
 * Filters a generated file of `contracts/abi/`, one entry a line: keeps functions and events that `isNamed`
 * accepts. Errors are dropped, since the app decodes them with `abi/errors.ts` (`decode-failure.ts`).
 */
export const withNamed = (source: string, isNamed: (name: string) => boolean): string =>
  source.replaceAll(ENTRY, (line, type: string, name?: string) =>
    type !== 'error' && name !== undefined && isNamed(name) ? line : '',
  )

const CODE = /(?<!\.test)\.tsx?$/
const QUOTED = /'(\w+)'/g

/** Collects every single word in quotes in the code of `folders`. */
export const quotedWords = (folders: readonly string[]): ReadonlySet<string> => {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => CODE.test(path))
      .map((path) => join(folder, path)),
  )
  return new Set(
    files.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(QUOTED)].map(([, word = '']) => word)),
  )
}

/**
 * Reduces each ABI to the entries that the code in `folders` names. viem takes function and event names as
 * literals, which the compiler checks against the whole ABI.
 */
export const abi = (folders: readonly string[]): Plugin => {
  let named: ReadonlySet<string> | undefined
  return {
    name: 'abi-as-named',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/contracts\/abi\/(?!errors\.ts)[\w-]+\.ts$/ },
      handler: (code) => {
        named ??= quotedWords(folders)
        return { code: withNamed(code, (name) => named?.has(name) ?? true), map: null }
      },
    },
  }
}
