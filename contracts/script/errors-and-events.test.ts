/** Each error and event that a contract declares is expected, by its name, in a test of the contracts. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const read = (folder: string): ReadonlyMap<string, string> => {
  const path = fileURLToPath(new URL(`../${folder}`, import.meta.url))
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.sol'),
  )
  return new Map(files.map((file) => [file, readFileSync(join(path, file), 'utf8')]))
}

/** Names that `text` declares, as `error` or as `event`. */
const declared = (text: string, kind: 'error' | 'event'): readonly string[] =>
  [...text.matchAll(new RegExp(`^ {4}${kind} (\\w+)\\(`, 'gm'))].map(([, name = '']) => name)

const tests = [
  ...read('test/unit').values(),
  ...read('test/fuzz').values(),
  ...read('test/invariant').values(),
  ...read('test/audit').values(),
].join('\n')
const sources = [...read('src')].filter(
  ([, text]) => declared(text, 'error').length + declared(text, 'event').length > 0,
)

it('finds what interfaces declare', () => {
  expect(declared(read('src/interfaces').get('IVouchers.sol') ?? '', 'event')).toContain('SignerSet')
  expect(sources.length).toBeGreaterThan(10)
})

describe.each(sources)('%s', (file, text) => {
  const name = basename(file, '.sol')
  it.each(declared(text, 'error'))('error %s is expected in a test', (error) => {
    expect(tests).toContain(`${name}.${error}.selector`)
  })
  it.each(declared(text, 'event'))('event %s is expected in a test', (event) => {
    expect(tests).toMatch(new RegExp(`emit ${name}\\.${event}\\(`))
  })
})
