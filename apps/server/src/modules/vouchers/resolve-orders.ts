import type { Logger } from 'pino'
import { completeUntil } from '../../platform/chain/chain-numbers.ts'
import { savepoint, type Tx } from '../../platform/database/database.ts'
import { FatalError, isRetryable } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { lockAccounts } from './issue/issue-store.ts'
import { isOfKind, type OrderEnd, type OrderKind, type OrderOf } from './order.ts'
import { type OrderRow, orderOf } from './order-row.ts'
import { endExpired, endSuperseded, lockOrderByDigest, markUsed, markUsedByEvent, reopen } from './store.ts'

/** A voucher's final event, of any contract. */
export interface VoucherEvent {
  readonly args: { readonly account: LowerHex; readonly nonce: bigint; readonly digest: LowerHex }
  readonly address: LowerHex
  readonly blockNumber: bigint
  readonly at: Date
  readonly txHash: LowerHex
}

/** An event that uses up a nonce: by a voucher, or, without a digest, by the account's own call. */
export interface NonceEvent extends Omit<VoucherEvent, 'args'> {
  readonly args: Omit<VoucherEvent['args'], 'digest'> & { readonly digest: LowerHex | null }
}

/**
 * The chain accepted a voucher that this server never issued: by a stolen key, or after a lost database.
 * Nothing is credited for it.
 */
class UnknownVoucherError extends FatalError {}

/** The chain paid for an order that had already ended: the rules of expiry are violated. */
class ResolvedOrderUsedError extends FatalError {}

/** Whether an event was refused since its voucher is in no order: only one that is restored changes that. */
export const isWithoutOrder = (error: unknown): boolean => error instanceof UnknownVoucherError

/** Whether an event was refused since its order had ended without it. */
export const isOfEndedOrder = (error: unknown): boolean => error instanceof ResolvedOrderUsedError

/**
 * Releases the stock or hold of an order that ended unused. Runs exactly once for each order, in the
 * transaction that ends it.
 */
export type ReleaseHook<Kind extends OrderKind = OrderKind> = (
  tx: Tx,
  end: { readonly order: OrderOf<Kind>; readonly outcome: OrderEnd; readonly at: Date },
) => Promise<void>

export interface ReleaseContext {
  readonly hooks: ReadonlyMap<OrderKind, ReleaseHook>
  readonly logger: Logger
}

/**
 * Releases each order in its own savepoint. An order that cannot be read, or whose hook fails, stays open
 * with its hold, is logged, and is ended again with the next blocks. It stops neither the others nor the
 * indexer.
 */
const release = async (
  tx: Tx,
  { hooks, logger }: ReleaseContext,
  { rows, outcome, at }: { rows: readonly OrderRow[]; outcome: OrderEnd; at: Date },
): Promise<void> => {
  for (const row of rows) {
    try {
      const order = orderOf(row)
      const hook = hooks.get(order.kind)
      if (hook) await savepoint(tx, () => hook(tx, { order, outcome, at }))
    } catch (error) {
      if (isRetryable(error)) throw error
      logger.error({ err: error, orderId: row.id, kind: row.kind, outcome }, 'an order could not be ended')
      await reopen(tx, row.id)
    }
  }
}

/**
 * Marks the order of a final event as `used`, and returns it. The event's account, contract and nonce must be
 * the order's. Throws `UnknownVoucherError` for a digest that was never issued: the event goes to suspense,
 * with an alarm.
 */
export const resolveByDigest = async <Kind extends OrderKind>(
  tx: Tx,
  { kind, event }: { kind: Kind; event: VoucherEvent },
): Promise<OrderOf<Kind>> => {
  const { digest, account, nonce } = event.args
  const order = await lockOrderByDigest(tx, digest)
  if (!order) throw new UnknownVoucherError(`no order has the digest ${digest}`)
  const fits = order.account === account && order.contract === event.address && order.nonce === nonce
  if (!fits || !isOfKind(order, kind)) {
    throw new UnknownVoucherError(`the order with the digest ${digest} is another one`)
  }
  if (order.status === 'used' && order.txHash === event.txHash) return order
  if (order.status !== 'open') {
    throw new ResolvedOrderUsedError(`order ${order.id} is ${order.status}, and the chain used it`)
  }
  await markUsed(tx, order, event)
  return { ...order, status: 'used', txHash: event.txHash, blockNumber: event.blockNumber }
}

/**
 * Supersedes every other open voucher of the account on a contract whose nonce was used on chain. The used
 * voucher does not expire even if its module refuses the event (suspense): expiry would return a hold that
 * the chain has paid. Its hold remains until the suspended event is resolved.
 */
export const supersedeOrders = async (
  tx: Tx,
  releasing: ReleaseContext,
  event: NonceEvent,
): Promise<void> => {
  const { account, nonce, digest } = event.args
  const { address: contract, txHash, blockNumber } = event
  if (digest !== null)
    await markUsedByEvent(tx, { account, contract, nonce, digest, txHash, blockNumber, at: event.at })
  const rows = await endSuperseded(tx, {
    account,
    contract,
    nonce,
    except: digest,
    at: event.at,
  })
  await release(tx, releasing, { rows, outcome: 'superseded', at: event.at })
}

/**
 * Supersedes an account's open vouchers on a contract up to `nonce`, which its own call has used up, and makes
 * other quotes of the account wait until the transaction ends.
 */
export const endOrders = async (
  tx: Tx,
  releasing: ReleaseContext,
  input: {
    readonly account: LowerHex
    readonly contract: LowerHex
    readonly nonce: bigint
    readonly at: Date
  },
): Promise<void> => {
  await lockAccounts(tx, [input.account])
  const rows = await endSuperseded(tx, { ...input, except: null })
  await release(tx, releasing, { rows, outcome: 'superseded', at: input.at })
}

/**
 * Expires vouchers that no block can use any more: those with a deadline before a finalized block all of
 * whose events, and its predecessors', were handled. The contract accepts `timestamp ≤ deadline`, and block
 * times never decrease. While the chain's own totals show that events are missing, one of these may use a
 * voucher: then only those expire whose deadline is before the last time at which all totals agreed.
 */
export const expireOrders = async (
  tx: Tx,
  releasing: ReleaseContext,
  clock: { readonly timestamp: bigint },
): Promise<void> => {
  const at = new Date(Number(clock.timestamp) * 1000)
  const before = (await completeUntil(tx)) ?? clock.timestamp
  const rows = await endExpired(tx, { before, at })
  await release(tx, releasing, { rows, outcome: 'expired', at })
}
