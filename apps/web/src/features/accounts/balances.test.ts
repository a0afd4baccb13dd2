import { WAD } from '@dr/protocol/amounts'
import { describe, expect, it } from 'vitest'
import { type Balance, balanceOf, worthOf } from './balances.ts'

const balances: readonly Balance[] = [
  { account: 0, token: 'DR', available: String(100n * WAD), held: String(10n * WAD) },
  { account: 1, token: 'USDT', available: String(5n * WAD), held: '0' },
]

describe('worthOf', () => {
  it('adds all accounts in USDT', () => {
    expect(worthOf(balances, { DR: WAD / 4n, DRGV: WAD })).toEqual({
      available: 30n * WAD,
      held: (5n * WAD) / 2n,
    })
  })
})

describe('balanceOf', () => {
  it('finds one account and token, zero where there is none', () => {
    expect(balanceOf(balances, 0, 'DR').held).toBe(10n * WAD)
    expect(balanceOf(balances, 2, 'DR')).toEqual({ available: 0n, held: 0n })
  })
})
