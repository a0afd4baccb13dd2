import { expect, test } from 'vitest'
import { compareRules } from './compare-result.ts'

test('a week that was closed by other rules than this copy of the code has says by which, and which it has', () => {
  const ours = { dividendBps: '8750', winners: 20 }
  expect(compareRules({ winners: 20, dividendBps: '8750' }, ours)).toEqual({ said: ours, ours: null })
  const said = { ...ours, dividendBps: '0' }
  expect(compareRules(said, ours)).toEqual({ said, ours })
})
