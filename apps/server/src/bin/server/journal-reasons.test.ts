import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { JOURNAL_REASONS, JOURNALS_BY_MODULE } from './journal-reasons.ts'

const MODULES = new URL('../../modules/', import.meta.url)
const CHART = new URL('../../../../../docs/chart-of-accounts.md', import.meta.url)

/** The reasons in a module's source (`reason: …`), without its tests. */
const postedBy = (module: string): string[] => {
  const folder = new URL(`${module}/`, MODULES)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name),
  )
  const lines = files.flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n'))
  const reasons = lines
    .filter((line) => /\breason: /.test(line))
    .flatMap((line) => [...line.matchAll(/'([a-z]+\.[a-z-]+)'/g)].map(([, reason]) => String(reason)))
  return [...new Set(reasons)].toSorted()
}

test('each module declares exactly the journals that it posts', () => {
  const modules = readdirSync(MODULES)
  const posted = Object.fromEntries(
    modules.map((name) => [name, postedBy(name)] as const).filter(([, reasons]) => reasons.length > 0),
  )
  const declared = Object.entries(JOURNALS_BY_MODULE).map(
    ([name, reasons]) => [name, Object.keys(reasons).toSorted()] as const,
  )
  expect(posted).toEqual(Object.fromEntries(declared))
})

test('no two modules declare the same reason', () => {
  const all = Object.values(JOURNALS_BY_MODULE).flatMap((reasons) => Object.keys(reasons))
  expect(all.toSorted()).toEqual([...new Set(all)].toSorted())
})

test('docs/chart-of-accounts.md names every reason there is, and no other as being there now', () => {
  const chart = readFileSync(CHART, 'utf8')
  const rows = [...chart.matchAll(/^\|[^|]*\| `([a-z]+\.[a-z-]+)` \|.*\| now \|$/gm)]
  const reasons = new Set(rows.map(([, reason]) => reason))
  expect([...reasons].toSorted()).toEqual(Object.keys(JOURNAL_REASONS).toSorted())
})

test('only what a stranger sent may be undone by its opposite: all else has rows of its module beside it', () => {
  const reversible = Object.entries(JOURNAL_REASONS).filter(([, how]) => how === 'reversible')
  expect(reversible.map(([reason]) => reason)).toEqual(['solvency.unattributed'])
})
