import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CALLS as PROTOCOL_CALLS } from '@dr/protocol/calls/index'
import { ERRORS } from '@dr/protocol/errors'
import { describe, expect, it } from 'vitest'
import { CALLS, CODES, CONSTANTS, LEGACY_CALLS, ROUTES, SENTENCES } from './requirement.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * A row of `docs/spec-map.md`: `| what | where | found by |`, or with a test `| what | where | title |
 * asserts |`. A row without a first cell continues the row above.
 */
interface Row {
  readonly what: string
  readonly where: string
  readonly title: string
  /** Texts in backticks in the last cell. */
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

/** Test files of each landing: journeys in Chromium, unit tests, tests of the contracts. */
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
      expect(where, 'no suite of npm run test:landing').toMatch(SUITES)
      const source = readFileSync(`${root}${where}`, 'utf8')
      expect(source, `${where} has no test with this title`).toContain(title)
      expect(words).not.toEqual([])
      for (const word of words) expect(source).toContain(word)
    }
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
})
