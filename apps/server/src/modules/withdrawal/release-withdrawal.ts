import { releaseHold } from '../ledger/index.ts'
import type { ReleaseHook } from '../vouchers/index.ts'
import { termsOf } from './order-terms.ts'
import { giveShareBack } from './recent/recent-share.ts'

/**
 * Returns the hold of a withdrawal voucher that ended unused, once. It has returned no deposit: only a
 * payment does. An expired one counts against the user's daily limit until the next day; one that another
 * voucher superseded does not. Neither counts against the share of recent deposits.
 */
export const releaseWithdrawal: ReleaseHook<'withdraw-dr' | 'withdraw-usdt'> = async (
  tx,
  { order, outcome, at },
) => {
  await releaseHold(tx, {
    orderId: order.id,
    as: outcome,
    reason: 'withdrawal.returned',
    at,
    source: { kind: 'order', orderId: order.id, outcome },
  })
  if (termsOf(order).burnFree > 0n) await giveShareBack(tx, order.id)
  if (outcome === 'expired') return
  await tx.query({
    name: 'withdrawal_uncount',
    text: 'UPDATE withdrawal SET usd_value = 0 WHERE order_id = $1',
    values: [order.id],
  })
}
