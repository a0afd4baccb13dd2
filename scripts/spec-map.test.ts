import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CALLS as PROTOCOL_CALLS } from '@dr/protocol/calls/index'
import { ERRORS } from '@dr/protocol/errors'
import { describe, expect, it } from 'vitest'
import { assertedIn, emptyAssertions, isSeen } from './asserted.ts'
import { assertedInSolidity } from './asserted-solidity.ts'
import { CALLS, CODES, CONSTANTS, LEGACY_CALLS, ROUTES, SENTENCES } from './requirement.ts'
import { sentencesOf } from './requirement-sentences.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * One row of `docs/spec-map.md`: `| what | where | found by |`, and with a test `| what | where | title |
 * asserts |`. A row without a first cell is about what the row above it is.
 */
interface Row {
  readonly what: string
  readonly where: string
  readonly title: string
  /** What is in backticks in the last cell. */
  readonly words: readonly string[]
}

const readRows = (text: string): readonly Row[] => {
  const read: Row[] = []
  for (const line of text.split('\n').filter((row) => /^\| [^-]/.test(row))) {
    const cells = line.split('|').slice(1, -1)
    const [what = '', where = '', title = ''] = cells.map((cell) => cell.trim().replaceAll('`', ''))
    const words = [...(cells.at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
    read.push({ what: what || (read.at(-1)?.what ?? ''), where, title, words })
  }
  return read
}

const rows = readRows(readFileSync(`${root}docs/spec-map.md`, 'utf8'))
const rowsOf = (what: string): readonly Row[] => {
  const found = rows.filter((row) => row.what === what)
  expect(found, `docs/spec-map.md has no row for ${what}`).not.toEqual([])
  return found
}

/** Files that `npm test` runs: the journeys in Chromium, the unit tests, the contracts' tests. */
const SUITES =
  /^(e2e\/specs\/[\w-]+\.spec\.ts|(apps|packages)\/.+\.test\.ts|contracts\/test\/unit\/(\w+\/)?\w+\.t\.sol)$/

const everything = [...ROUTES, ...CALLS, ...LEGACY_CALLS, ...CODES.map(String), ...CONSTANTS]

describe('the spec map', () => {
  it.each(everything)('has a true row for %s', (what) => {
    for (const { where, words } of rowsOf(what)) {
      expect(existsSync(`${root}${where}`), `${where} does not exist`).toBe(true)
      expect(words).not.toEqual([])
      for (const word of words) expect(readFileSync(`${root}${where}`, 'utf8')).toContain(word)
    }
  })

  it.each(Object.values(SENTENCES).flat())('names a test that shows: %s', (sentence) => {
    for (const { where, title, words } of rowsOf(sentence)) {
      expect(where, 'no suite of npm test').toMatch(SUITES)
      const source = readFileSync(`${root}${where}`, 'utf8')
      const asserted = where.endsWith('.sol') ? assertedInSolidity(source, title) : assertedIn(source, title)
      expect(asserted, `${where} runs no test with the title ${title}`).toBeDefined()
      expect(words).not.toEqual([])
      for (const word of words)
        expect(isSeen(source, word, asserted ?? []), `“${title}” asserts nothing of ${word}`).toBe(true)
    }
  })

  it('can trust the helpers of the journeys: what is called expect… asserts', () => {
    const folders = ['e2e/pages/', 'e2e/fixtures/']
    const files = folders.flatMap((folder) => readdirSync(`${root}${folder}`).map((name) => folder + name))
    const empty = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => emptyAssertions(readFileSync(`${root}${file}`, 'utf8')))
    expect(empty).toEqual([])
  })

  it('has no row that is still to come', () => {
    const open = rows.filter(({ where, words }) => /\bto come\b/i.test(`${where} ${words}`))
    expect(open).toEqual([])
  })

  it('has the protocol define every call', () => {
    const defined = new Set(Object.values(PROTOCOL_CALLS).map((call) => `${call.method} ${call.path}`))
    expect([...CALLS, ...LEGACY_CALLS].filter((what) => !defined.has(what))).toEqual([])
  })

  it("knows every code of the requirement in the protocol's table", () => {
    const codes = new Set<number>(Object.values(ERRORS).map(({ code }) => code))
    expect(CODES.filter((code) => !codes.has(code))).toEqual([])
  })

  const seed = `${root}../shared/seed/000_377b678229fb8015.txt`
  it.runIf(existsSync(seed))("lists what the customer's own text lists", () => {
    const text = readFileSync(seed, 'utf8')
    expect(SENTENCES).toEqual(sentencesOf(text))
    const calls = [...text.matchAll(/^\| (GET|POST) \| (\S+)/gm)].map(
      ([, method, path]) => `${method} /${path?.replace(/^\//, '').replace('{address}', ':address')}`,
    )
    expect(
      calls.filter((call) => !call.includes('{fixed') && !(CALLS as readonly string[]).includes(call)),
    ).toEqual([])
    const codes = [...text.matchAll(/^\| (\d{4,5})(?:, (\d{5}))? \|/gm)].flatMap(([, a, b]) =>
      b ? [a, b] : [a],
    )
    expect(codes.filter((code) => !(CODES as readonly number[]).includes(Number(code)))).toEqual([])
  })
})
