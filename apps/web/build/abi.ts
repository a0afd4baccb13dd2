import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const ENTRY = /^ {2}\{"type":"(\w+)"(?:,"name":"(\w+)")?.*\n/gm

/**
 * A generated file of `contracts/abi/`, one entry a line: its functions and events that `isNamed` names, and
 * no errors, which the app decodes by `abi/errors.ts` alone (`decode-failure.ts`).
 */
export const withNamed = (source: string, isNamed: (name: string) => boolean): string =>
  source.replaceAll(ENTRY, (line, type: string, name?: string) =>
    type !== 'error' && name !== undefined && isNamed(name) ? line : '',
  )

const CODE = /(?<!\.test)\.tsx?$/
const QUOTED = /'(\w+)'/g

/** Every word that is by itself between quotes in the code of `folders`. */
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
 * Of a contract's ABI the app gets what its code names: viem is called with a function's or an event's name,
 * which the compiler holds to the whole ABI, so it is in the code of one of `folders`.
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
