import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SYSTEM_KINDS, USER_KINDS } from './account.ts'

const chart = readFileSync(new URL('../../../../../docs/chart-of-accounts.md', import.meta.url), 'utf8')

test('docs/chart-of-accounts.md names every kind of account there is, and no other as being there now', () => {
  const rows = [...chart.matchAll(/^\| `([a-z-]+)` \|.*\| (now|later) \|$/gm)]
  const now = rows.filter(([, , since]) => since === 'now').map(([, kind]) => kind)
  expect(now.toSorted()).toEqual([...SYSTEM_KINDS, ...USER_KINDS].toSorted())
})
