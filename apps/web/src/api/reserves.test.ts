import { describe, expect, it } from 'vitest'
import {
  coveragePercent,
  isBlank,
  isCovered,
  missing,
  type Reserve,
  surplus,
  worstPercent,
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
    [100n, 60n, 40n, true, 100, 0n, 0n],
    [101n, 60n, 40n, true, 101, 1n, 0n],
    [99n, 60n, 40n, false, 99, 0n, 1n],
    [199n, 100n, 100n, false, 99, 0n, 1n],
    [5n, 0n, 0n, true, null, 5n, 0n],
  ] as const)('%s for %s + %s', (reserve, owed, pools, covered, percent, more, less) => {
    const shown = line(reserve, owed, pools)
    expect(isCovered(shown)).toBe(covered)
    expect(coveragePercent(shown)).toBe(percent)
    expect(surplus(shown)).toBe(more)
    expect(missing(shown)).toBe(less)
  })
  it('the worst of several counts', () => {
    expect(worstPercent([line(200n, 100n, 0n), line(101n, 100n, 0n), line(1n, 0n, 0n)])).toBe(101)
    expect(worstPercent([line(1n, 0n, 0n)])).toBeNull()
    expect(worstPercentText([line(2_000n, 1_000n, 0n), line(1_012n, 900n, 100n)])).toBe('101.2%')
    expect(worstPercentText([line(9_999n, 10_000n, 0n)])).toBe('99.9%')
    expect(worstPercentText([line(1n, 0n, 0n)])).toBeNull()
  })
  it('blank is neither there nor owed', () => {
    expect(isBlank(line(0n, 0n, 0n))).toBe(true)
    expect(isBlank(line(1n, 0n, 0n))).toBe(false)
    expect(isBlank(line(0n, 0n, 1n))).toBe(false)
  })
})
