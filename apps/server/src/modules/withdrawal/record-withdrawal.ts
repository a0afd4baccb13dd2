import type { ChainEvent } from '../../platform/chain-events.ts'
import type { Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import { account, releaseHold, settleHold } from '../ledger/index.ts'
import type { ReleaseHook, VouchersModule } from '../vouchers/index.ts'
import { addToBurned } from './burned-total.ts'

type Hex = `0x${string}`

/** The chain paid something else than the order says. */
class WithdrawalMismatchError extends FatalError {}

export interface WithdrawnDR {
  readonly account: Hex
  readonly nonce: bigint
  readonly orderId: bigint
  readonly amount: bigint
  readonly burnAmount: bigint
  readonly digest: Hex
}

/** A final withdrawal: what was held left the vault, to the wallet and to nothing (burned), as two postings. */
export const recordWithdrawal = async (
  tx: Tx,
  vouchers: VouchersModule,
  event: ChainEvent<WithdrawnDR>,
): Promise<void> => {
  const { amount, burnAmount } = event.args
  const order = await vouchers.resolveByDigest(tx, { kind: 'withdraw-dr', event })
  const promised = [order.details.amount, order.details.burnAmount].join()
  if (promised !== [amount, burnAmount].join()) {
    throw new WithdrawalMismatchError(`order ${order.id} is for ${promised}`)
  }
  const to = account({ vault: 0, token: 'DR', kind: 'chain' })
  const parts = [amount - burnAmount, burnAmount]
    .filter((part) => part > 0n)
    .map((part) => ({ to, amount: part }))
  await settleHold(tx, {
    orderId: order.id,
    parts,
    reason: 'withdrawal.paid',
    at: event.at,
    source: {
      kind: 'chain',
      orderId: order.id,
      txHash: event.txHash,
      logIndex: event.logIndex,
      burned: burnAmount.toString(),
    },
  })
  await addToBurned(tx, burnAmount)
  await tx.query({
    name: 'withdrawal_final',
    text: 'UPDATE withdrawal SET final = true WHERE order_id = $1',
    values: [order.id],
  })
}

/**
 * A withdrawal voucher that ended unused gives its hold back, once. One that lapsed counts against the day's limit
 * until the next day; one that another voucher closed does not.
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
