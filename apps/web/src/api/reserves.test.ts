import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isBlank,
  isCovered,
  missing,
  type Reserve,
  reserveTotals,
  surplus,
  worstPercentText,
} from './reserves.ts'

const line = (reserve: bigint, owed: bigint, pools: bigint): Reserve => ({
  vault: 0,
  contract: `0x${'0a'.repeat(20)}`,
  token: 'DR',
  reserve: String(reserve),
  owed: String(owed),
  pools: String(pools),
  blockNumber: 1,
  stopped: false,
  parts: [],
})

describe('a reserve against what is owed', () => {
  it.each([
    [100n, 60n, 40n, true, '100.0%', 0n, 0n],
    [101n, 60n, 40n, true, '101.0%', 1n, 0n],
    [99n, 60n, 40n, false, '99.0%', 0n, 1n],
    [199n, 100n, 100n, false, '99.5%', 0n, 1n],
    [5n, 0n, 0n, true, null, 5n, 0n],
  ] as const)('%s for %s + %s', (reserve, owed, pools, covered, percent, more, less) => {
    const shown = line(reserve, owed, pools)
    expect(isCovered(shown)).toBe(covered)
    expect(worstPercentText([shown])).toBe(percent)
    expect(surplus(shown)).toBe(more)
    expect(missing(shown)).toBe(less)
  })
  it('the worst of several counts', () => {
    expect(worstPercentText([line(2_000n, 1_000n, 0n), line(1_012n, 900n, 100n)])).toBe('101.2%')
    expect(worstPercentText([line(9_999n, 10_000n, 0n)])).toBe('99.9%')
    expect(worstPercentText([line(1n, 0n, 0n)])).toBeNull()
  })
  it('is never 100 percent where anything is missing, and never below where all is covered', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 27n })
    fc.assert(
      fc.property(
        amount,
        amount.map((more) => more + 1n),
        (reserve, owed) => {
          const percent = Number(worstPercentText([line(reserve, owed, 0n)])?.replace('%', ''))
          expect(percent >= 100).toBe(reserve >= owed)
        },
      ),
    )
    expect(worstPercentText([line(10n ** 27n - 1n, 10n ** 27n, 0n)])).toBe('99.9%')
  })
  it('is blank where nothing is held or owed', () => {
    expect(isBlank(line(0n, 0n, 0n))).toBe(true)
    expect(isBlank(line(1n, 0n, 0n))).toBe(false)
    expect(isBlank(line(0n, 0n, 1n))).toBe(false)
  })
})

it('what is due to users is apart from pools that are no one’s, in each token', () => {
  const parts = (amounts: Partial<Record<Reserve['parts'][number]['kind'], bigint>>): Reserve['parts'] =>
    Object.entries(amounts).map(([kind, amount]) => ({
      kind: kind as Reserve['parts'][number]['kind'],
      amount: String(amount),
    }))
  const lines: readonly Reserve[] = [
    {
      ...line(110n, 30n, 80n),
      parts: parts({ users: 30n, 'emission-pool': 50n, 'undistributed-emission': 30n }),
    },
    {
      ...line(9n, 4n, 5n),
      token: 'USDT',
      parts: parts({ users: 4n, 'dividends-payable': 2n, 'dividend-pool': 3n }),
    },
    {
      ...line(20n, 6n, 14n),
      token: 'USDT',
      parts: parts({ users: 6n, 'package-committed': 5n, 'package-budget': 9n }),
    },
  ]
  expect(reserveTotals(lines)).toEqual({
    held: { DR: 110n, USDT: 29n },
    due: { DR: 30n, USDT: 17n },
    pools: { DR: 80n, USDT: 12n },
  })
})
