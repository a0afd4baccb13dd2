import { WAD } from '@dr/protocol/amounts'
import { lowerUnreturned, splitBurnFree } from '@dr/protocol/rules/unreturned'
import { burnShare } from '@dr/protocol/rules/withdrawal-burn'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reinvestBurn } from './reinvest-burn.ts'

const burnBps = 500n
const balanceOf = (owned: bigint, unreturned: bigint) => ({
  available: String(owned),
  held: '0',
  locked: '0',
  unreturned: String(unreturned),
})

describe('reinvestBurn', () => {
  it('1,000 deposited and 15 earned, all of it reinvested: the 15 burn', () => {
    const input = { amount: 1_015n * WAD, balance: balanceOf(1_015n * WAD, 1_000n * WAD), burnBps }
    const burn = (75n * WAD) / 100n
    expect(reinvestBurn({ ...input, token: 'DR', drPrice: null })).toEqual({
      earned: 15n * WAD,
      burn,
      burnDr: burn,
    })
    expect(reinvestBurn({ ...input, token: 'USDT', drPrice: WAD / 2n })).toEqual({
      earned: 15n * WAD,
      burn,
      burnDr: 2n * burn,
    })
    expect(reinvestBurn({ ...input, token: 'USDT', drPrice: null })?.burnDr).toBeNull()
  })
  it('nothing burns of what was deposited, whatever part of it is reinvested', () => {
    const input = { token: 'DR', burnBps, drPrice: null } as const
    expect(reinvestBurn({ ...input, amount: WAD, balance: balanceOf(9n * WAD, 9n * WAD) })).toBeNull()
    expect(reinvestBurn({ ...input, amount: 0n, balance: balanceOf(9n * WAD, 0n) })).toBeNull()
  })
  it('for any account: no order of withdrawals burns more of it, and withdrawing it last burns just that', () => {
    const amount = fc.bigInt({ min: 0n, max: 10_000n * WAD })
    fc.assert(
      fc.property(amount, amount, amount, amount, (principal, rest, deposited, first) => {
        const owned = principal + rest
        const unreturned = deposited < owned ? deposited : owned
        const balance = balanceOf(owned, unreturned)
        const said = reinvestBurn({ token: 'DR', amount: principal, balance, burnBps, drPrice: null })
        const burnedAfter = (withdrawn: bigint): bigint => {
          const { burnable } = splitBurnFree({
            amount: principal,
            unreturned: lowerUnreturned(unreturned, withdrawn),
          })
          return burnShare({ burnable, burnBps })
        }
        expect(burnedAfter(first < rest ? first : rest)).toBeLessThanOrEqual(said?.burn ?? 0n)
        expect(burnedAfter(rest)).toBe(said?.burn ?? 0n)
      }),
    )
  })
})
