import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HOUSE_KINDS, USER_KINDS } from './account.ts'
import { keepsRows } from './reversible.rules.ts'

const chart = readFileSync(new URL('../../../../../docs/chart-of-accounts.md', import.meta.url), 'utf8')

test('docs/chart-of-accounts.md names every kind of account there is, and no other as being there now', () => {
  const rows = [...chart.matchAll(/^\| `([a-z-]+)` \|.*\| (now|later) \|$/gm)]
  const now = rows.filter(([, , since]) => since === 'now').map(([, kind]) => kind)
  expect(now.toSorted()).toEqual([...HOUSE_KINDS, ...USER_KINDS].toSorted())
})

test('of every reason it is decided whether its journal may be undone by its opposite', () => {
  const rows = [...chart.matchAll(/^\|[^|]*\| `([a-z]+\.[a-z-]+)` \|.*\| now \|$/gm)]
  const reasons = new Set(rows.map(([, reason]) => reason as string))
  expect(reasons.size).toBeGreaterThan(20)
  // A reversal is refused by its key; what a stranger sent has no rows but the ledger's.
  const free = [...reasons].filter((reason) => !keepsRows(reason)).toSorted()
  expect(free).toEqual(['operator.reversal', 'solvency.unattributed'])
})
