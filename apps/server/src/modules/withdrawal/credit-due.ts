import { chainNow } from '../../platform/chain-clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { attributeDepositsOf, creditDueOf } from '../packages/index.ts'
import type { WithdrawalDeps, WithdrawalRequest } from './withdrawal-deps.ts'

/**
 * What the account is owed by now comes in before anything leaves: dividends (1), package income and maturities (2); then
 * what was received. A transfer takes them in the same order, against deadlocks.
 */
export const creditDue = async (
  { creditDividends, releaseTransfers }: WithdrawalDeps,
  tx: Tx,
  { userId, vault }: Pick<WithdrawalRequest, 'userId' | 'vault'>,
): Promise<void> => {
  if (vault === 1) await creditDividends(tx, userId)
  if (vault === 2) await creditDueOf(tx, { userId, now: (await chainNow(tx)).timestamp })
  await releaseTransfers(tx, userId)
}

/** What was deposited before registering comes in first: it counts for what leaves without burn. */
export const attributeDeposits = async (
  { database }: WithdrawalDeps,
  { userId, account: address, vault }: Pick<WithdrawalRequest, 'userId' | 'account' | 'vault'>,
): Promise<void> => {
  if (vault !== 2) return
  await database.transaction(async (tx) =>
    attributeDepositsOf(tx, { userId, address, now: (await chainNow(tx)).timestamp }),
  )
}
