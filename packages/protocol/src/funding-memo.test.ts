import { expect, test } from 'vitest'
import { FUNDING_MEMO_MIN, shownMemo } from './funding-memo.ts'

test('a memo is shown from a hundred tokens on', () => {
  expect(shownMemo('advertising, October', FUNDING_MEMO_MIN)).toBe('advertising, October')
  expect(shownMemo('advertising, October', FUNDING_MEMO_MIN - 1n)).toBeNull()
  expect(shownMemo('  ', FUNDING_MEMO_MIN)).toBeNull()
})

test.each([
  'claim at https://evil.example',
  'claim at EVIL.example',
  'www.evil',
  'ipfs://x',
  'эвил.рф',
  'go to t.me/airdrop',
])('a memo that names a site is not: %s', (memo) => {
  expect(shownMemo(memo, 10n * FUNDING_MEMO_MIN)).toBeNull()
})

test.each(['week 48, as promised', 'ads 1.5 %', 'v. good', 'Q4. Thanks', 'paid in 2026.'])(
  'other words are: %s',
  (memo) => {
    expect(shownMemo(memo, FUNDING_MEMO_MIN)).toBe(memo)
  },
)
