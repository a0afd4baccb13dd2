import type { ChainEvent } from '../../platform/chain/chain-events.ts'
import type { Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { burnedActivity, recordActivity } from '../activity/index.ts'
import { account, addToAccountBook, settleHold } from '../ledger/index.ts'
import type { Order, VouchersModule } from '../vouchers/index.ts'
import { addToBurned } from './burned-total.ts'
import { type OrderTerms, termsOf } from './order-terms.ts'
import { VOUCHER_KIND } from './read-terms.ts'
import { sharePaid } from './recent/recent-share.ts'
import type { WithdrawalToken } from './withdrawal.rules.ts'

/** The chain's payment differs from the order. */
class WithdrawalMismatchError extends FatalError {}

/** `WithdrawnDR` and `WithdrawnUSDT` of a vault. `burnAmount`: DR actually burned. */
export interface Withdrawn {
  readonly account: LowerHex
  readonly nonce: bigint
  readonly orderId: bigint
  readonly amount: bigint
  readonly burnAmount: bigint
  readonly digest: LowerHex
}

/**
 * Checks the burn. For DR it must equal the voucher's. For USDT the contract decides, by the pool and its own
 * average: 90 % to 100 % of the voucher's burn, less if DR's average has more than doubled since the quote,
 * and nothing at a rate of zero (`BurnRate.usdtBurnOf`).
 */
const requirePromised = (order: Order, terms: OrderTerms, { amount, burnAmount }: Withdrawn): void => {
  const burnMin = terms.token === 'DR' ? terms.burnAmount : 0n
  if (amount === terms.amount && burnAmount >= burnMin && burnAmount <= terms.burnAmount) return
  throw new WithdrawalMismatchError(
    `order ${order.id} is for ${terms.amount} burning ${burnMin} to ${terms.burnAmount}, not ${amount} burning ${burnAmount}`,
  )
}

/**
 * Records a final withdrawal: the held amount left the vault. DR in two journals, paid and burned; USDT in
 * one, since its burn came out of the wallet.
 */
export const recordWithdrawal = async (
  tx: Tx,
  vouchers: VouchersModule,
  { token, event }: { readonly token: WithdrawalToken; readonly event: ChainEvent<Withdrawn> },
): Promise<void> => {
  const { amount, burnAmount } = event.args
  const order = await vouchers.resolveByDigest(tx, { kind: VOUCHER_KIND[token], event })
  const terms = termsOf(order)
  requirePromised(order, terms, event.args)
  const to = account({ vault: terms.vault, token, kind: 'chain' })
  await addToAccountBook(tx, { account: order.account, vault: terms.vault, token }, { paid: amount })
  const burned = token === 'DR' ? burnAmount : 0n
  await settleHold(tx, {
    orderId: order.id,
    parts: [
      { reason: 'withdrawal.paid', to, amount: amount - burned },
      ...(burned > 0n ? [{ reason: 'withdrawal.burned' as const, to, amount: burned }] : []),
    ],
    at: event.at,
    source: {
      kind: 'chain',
      orderId: order.id,
      txHash: event.txHash,
      logIndex: event.logIndex,
      burned: burnAmount.toString(),
      burnFree: terms.burnFree.toString(),
    },
  })
  if (terms.burnFree > 0n) await sharePaid(tx, { orderId: order.id, at: event.blockTimestamp })
  await addToBurned(tx, burnAmount)
  await recordActivity(tx, [
    burnedActivity({
      userId: order.userId,
      at: event.blockTimestamp,
      amount: burnAmount,
      price: order.prices.DR,
    }),
  ])
  await tx.query({
    name: 'withdrawal_final',
    text: 'UPDATE withdrawal SET final = true, burned = $2 WHERE order_id = $1',
    values: [order.id, burnAmount],
  })
}
