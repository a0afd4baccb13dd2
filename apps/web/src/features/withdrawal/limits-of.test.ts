import { describe, expect, it } from 'vitest'
import type { WithdrawalTerms } from '../../chain/reads/read-withdrawal-terms.ts'
import { limitsOf } from './limits-of.ts'

const ONE = 10n ** 18n
const money = {
  balances: [],
  withdrawalDay: { day: '2026-11-26', limitUsd: String(10_000n * ONE), usedUsd: '0' },
  clock: { blockNumber: 1, timestamp: 1 },
}
const parameters = { withdrawalMinimum: { USDT: '0', DR: '0' }, withdrawalBurnBps: 500 }
const terms = { vaultLimit: 40_000n * ONE } as WithdrawalTerms
const known = { vault: 2, token: 'USDT', money, parameters, terms } as const
const deposit = (used: bigint) => ({
  token: 'USDT' as const,
  days: 60,
  deposited: String(300n * ONE),
  received: String(7n * ONE),
  used: String(used),
})

describe('what is left for recent deposits', () => {
  it.each([
    ['a quarter of the vault’s day, less what all users used', 4_000n * ONE, 6_000n * ONE],
    ['nothing where more is used than the quarter is now', 10_001n * ONE, 0n],
  ])('is %s', (_, used, left) => {
    const limits = limitsOf({ ...known, recentDeposits: [deposit(used)] })
    expect(limits).toMatchObject({ recent: 300n * ONE, recentDays: 60, received: 7n * ONE, recentLeft: left })
  })

  it.each([
    ['a server that does not know the question', { recentDeposits: undefined }, 0n],
    ['no recent deposit', { recentDeposits: [] }, 0n],
    ['one of another token', { token: 'DR', recentDeposits: [deposit(0n)] }, 0n],
    ['another account', { vault: 1, recentDeposits: [deposit(0n)] }, 0n],
    ['a chain that has not answered', { terms: undefined, recentDeposits: [deposit(0n)] }, 300n * ONE],
  ] as const)('limits nothing with %s', (_, change, recent) => {
    expect(limitsOf({ ...known, ...change })).toMatchObject({ recent, recentLeft: null })
  })
})
