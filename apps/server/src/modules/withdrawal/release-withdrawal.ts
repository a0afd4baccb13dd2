import { releaseHold } from '../ledger/index.ts'
import type { ReleaseHook } from '../vouchers/index.ts'

/**
 * A withdrawal voucher that ended unused gives its hold back, once. It has returned no deposit: only a
 * payment does. One that lapsed counts against the day's limit until the next day; one that another voucher
 * closed does not.
 */
export const releaseWithdrawal: ReleaseHook = async (tx, { order, outcome, at }) => {
  await releaseHold(tx, {
    orderId: order.id,
    as: outcome === 'lapsed' ? 'expired' : 'voided',
    reason: 'withdrawal.returned',
    at,
    source: { kind: 'order', orderId: order.id, outcome },
  })
  if (outcome === 'lapsed') return
  await tx.query({
    name: 'withdrawal_uncount',
    text: 'UPDATE withdrawal SET usd_value = 0 WHERE order_id = $1',
    values: [order.id],
  })
}
