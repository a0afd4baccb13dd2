import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CALLS as PROTOCOL_CALLS } from '@dr/protocol/calls/index'
import { ERRORS } from '@dr/protocol/errors'
import { describe, expect, it } from 'vitest'
import { CALLS, CODES, CONSTANTS, LEGACY_CALLS, ROUTES, SENTENCES } from './requirement.ts'
import { sentencesOf } from './requirement-sentences.ts'
import { bodyOfTest } from './test-body.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Rows of `docs/spec-map.md`: `| what | where | found by |`, and with a test `| what | where | title | found by |`. */
const rows = new Map(
  readFileSync(`${root}docs/spec-map.md`, 'utf8')
    .split('\n')
    .filter((line) => /^\| [^-]/.test(line))
    .map((line) => {
      const [what = '', where = '', ...rest] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', ''))
      const [title, foundBy = ''] = rest.length === 2 ? rest : [undefined, ...rest]
      return [what, { where, title, foundBy }] as const
    }),
)

/** Files that `npm test` runs: the journeys in Chromium, the unit tests, the contracts' tests. */
const SUITES =
  /^(e2e\/specs\/[\w-]+\.spec\.ts|(apps|packages)\/.+\.test\.ts|contracts\/test\/unit\/\w+\.t\.sol)$/
const ASSERTS = /\b(expect\w*|assert\w+)\(/

const everything = [...ROUTES, ...CALLS, ...LEGACY_CALLS, ...CODES.map(String), ...CONSTANTS]

describe('the spec map', () => {
  it.each(everything)('has a true row for %s', (what) => {
    const row = rows.get(what)
    expect(row, `docs/spec-map.md has no row for ${what}`).toBeDefined()
    if (!row) return
    expect(existsSync(`${root}${row.where}`), `${row.where} does not exist`).toBe(true)
    expect(readFileSync(`${root}${row.where}`, 'utf8')).toContain(row.foundBy)
    expect(row.foundBy).not.toBe('')
  })

  it.each(Object.values(SENTENCES).flat())('names a test that shows: %s', (sentence) => {
    const row = rows.get(sentence)
    expect(row, `docs/spec-map.md has no row for ${sentence}`).toBeDefined()
    if (!row) return
    const { where, title = '', foundBy } = row
    expect(where, 'no suite of npm test').toMatch(SUITES)
    const body = bodyOfTest(readFileSync(`${root}${where}`, 'utf8'), title)
    expect(body, `${where} runs no test with the title ${title}`).toBeDefined()
    expect(foundBy).not.toBe('')
    expect(body).toContain(foundBy)
    expect(body, 'asserts nothing').toMatch(ASSERTS)
  })

  it('has no row that is still to come', () => {
    const open = [...rows].filter(([, { where, foundBy }]) => /\bto come\b/i.test(`${where} ${foundBy}`))
    expect(open.map(([what]) => what)).toEqual([])
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
