import { describe, expect, it } from 'vitest'
import { coveragePercent, isCovered, type Reserve } from './reserve-view.ts'

const line = (reserve: string, owed: string, pools = '0'): Reserve => ({
  vault: 0,
  contract: `0x${'1'.repeat(40)}`,
  token: 'DR',
  reserve,
  owed,
  pools,
  blockNumber: 9,
})

describe('coverage', () => {
  it('counts funded pools as owed', () => {
    expect(isCovered(line('100', '60', '40'))).toBe(true)
    expect(isCovered(line('99', '60', '40'))).toBe(false)
  })
  it('cuts the percentage, so that 99.9 is never shown as 100', () => {
    expect(coveragePercent(line('999', '1000'))).toBe(99)
    expect(coveragePercent(line('1010', '1000'))).toBe(101)
  })
  it('has no percentage when nothing is owed', () => {
    expect(coveragePercent(line('5', '0'))).toBeNull()
    expect(isCovered(line('0', '0'))).toBe(true)
  })
})
