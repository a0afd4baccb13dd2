/**
 * Short keys of texts, in a build alone: `'exit.leave.title'` is `'~3f'` in the code and in every language,
 * which takes 9 kB (compressed) from the app.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const CODE = /(?<!\.test)\.tsx?$/
const QUOTED = /(['"])([a-z][\w.-]*\.[\w.-]+)\1/gi
/** Wherever it stands: also inside another template. */
const COMPOSED = /`([a-z][\w.-]*\.[\w.-]*)\$\{/gi
const COMPOSED_FROM_VALUE = /\b(?:t|translate)\(`\$\{[^`]*`/

/** Code of a folder, without its tests. */
export const readCode = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => CODE.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n')

const quotedIn = (code: string): ReadonlySet<string> =>
  new Set([...code.matchAll(QUOTED)].map(([, , word = '']) => word))

/**
 * Short forms of those `keys` that `code` names as a whole. A key that the code composes (`error.${code}`),
 * or that is a word of the protocol too (`others`), keeps its name. @throws for a key that begins with a
 * value, since it could be any.
 */
export const shortKeys = (
  keys: readonly string[],
  { code, others }: { readonly code: string; readonly others: string },
): ReadonlyMap<string, string> => {
  const named = quotedIn(code)
  const kept = quotedIn(others)
  const heads = [...code.matchAll(COMPOSED)].map(([, head = '']) => head)
  const unknown = COMPOSED_FROM_VALUE.exec(code)
  if (unknown) throw new Error(`${unknown[0]} may be any text: begin the key with its section`)
  const whole = keys.filter(
    (key) => named.has(key) && !kept.has(key) && !heads.some((head) => key.startsWith(head)),
  )
  return new Map(whole.map((key, index) => [key, `~${index.toString(36)}`]))
}

/** Replaces each quoted key by its short form. */
export const withShortKeys = (source: string, short: ReadonlyMap<string, string>): string =>
  source.replace(QUOTED, (all, quote: string, word: string) => {
    const key = short.get(word)
    return key === undefined ? all : quote + key + quote
  })
