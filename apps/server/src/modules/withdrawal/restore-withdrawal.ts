import { VOUCHER_LIFETIME_SECONDS } from '@dr/protocol/constants'
import { utcDayOf } from '../../platform/chain/chain-clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { holdFor, insertWithdrawal } from './create-withdrawal.ts'
import { termsOf, type WithdrawalOrder } from './order-terms.ts'
import { countAsRecent } from './recent/recent-share.ts'
import { usdValueOf } from './withdrawal.rules.ts'

/**
 * Writes back what a restored withdrawal's order holds, as `createWithdrawal` did: from the user's available
 * balance, against the limit of its day. Throws LEDGER_BALANCE_TOO_LOW if the restored books have less.
 */
export const restoreWithdrawal = async (tx: Tx, order: WithdrawalOrder, at: Date): Promise<void> => {
  const terms = termsOf(order)
  const { account, userId, prices } = order
  const { vault, token, amount, burnAmount, burnFree } = terms
  const usdValue = token === 'USDT' ? amount : usdValueOf(amount, BigInt(prices.DR?.price ?? 0n))
  const day = utcDayOf(order.deadline - BigInt(VOUCHER_LIFETIME_SECONDS))
  const request = { userId, account, vault, token, amount }
  await insertWithdrawal(tx, order, { ...request, burnAmount, burnFree, usdValue, day })
  await holdFor(tx, order, request, { at })
  if (burnFree > 0n) await countAsRecent(tx, order, { vault, token, burnFree })
}
