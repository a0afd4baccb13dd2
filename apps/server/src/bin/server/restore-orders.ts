import type { Logger } from 'pino'
import { type RepostReport, repostSuspended, suspendedEvents } from '../../indexer/index.ts'
import { findUserByAddress } from '../../modules/users/index.ts'
import {
  isIssued,
  isOfKind,
  type Order,
  readSignedOrders,
  restoreOrder,
  type SignedOrder,
  type VoucherEvent,
} from '../../modules/vouchers/index.ts'
import { restoreWithdrawal } from '../../modules/withdrawal/index.ts'
import type { ChainEvent, EventHandler } from '../../platform/chain/chain-events.ts'
import type { Database } from '../../platform/database/database.ts'
import { FatalError, isRetryable } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'

interface Restorer {
  readonly database: Database
  readonly chainId: number
  readonly handlers: readonly EventHandler[]
  readonly logger: Logger
  readonly now: () => Date
}

interface RestoreReport extends RepostReport {
  /** Ids of the orders that were written back, in the order of the chain. */
  readonly restored: readonly string[]
  /** Digests of used vouchers whose order could not be written back; the log says why. */
  readonly missing: readonly LowerHex[]
}

const isOfVoucher = (event: ChainEvent): event is ChainEvent & VoucherEvent =>
  typeof event.args === 'object' && event.args !== null && 'digest' in event.args && 'nonce' in event.args

/** Events in suspense of vouchers that the database does not know, one of each voucher. */
const unknownVouchers = async ({
  database,
  chainId,
  handlers,
}: Restorer): Promise<ReadonlyMap<LowerHex, VoucherEvent>> => {
  const found = new Map<LowerHex, VoucherEvent>()
  for (const event of (await suspendedEvents(database.read, { chainId, handlers })).filter(isOfVoucher)) {
    const { digest } = event.args
    if (!found.has(digest) && !(await isIssued(database.read, digest))) found.set(digest, event)
  }
  return found
}

const restoreOne = (
  { database }: Restorer,
  { signed, event }: { readonly signed: SignedOrder | undefined; readonly event: VoucherEvent },
): Promise<Order> =>
  database.transaction(async (tx) => {
    if (!signed) throw new FatalError('the journal has no order with its digest: it may be a theft')
    const user = await findUserByAddress(tx, event.args.account)
    if (!user) throw new FatalError('no user has its account: it registered after the backup')
    const order = await restoreOrder(tx, { signed, event, userId: user.id })
    if (isOfKind(order, 'withdraw-dr') || isOfKind(order, 'withdraw-usdt'))
      await restoreWithdrawal(tx, order, event.at)
    return order
  })

/**
 * Writes back, out of a signing process's folder, the orders of vouchers that the chain has used and a restored
 * database does not know, each with what it holds, and posts the suspended events again. Running it again changes
 * nothing that is done. Throws temporary errors: run it again then.
 */
export const restoreOrders = async (restorer: Restorer, directory: string): Promise<RestoreReport> => {
  const { logger } = restorer
  const unknown = await unknownVouchers(restorer)
  const signed = await readSignedOrders(directory, new Set(unknown.keys()))
  const report = { restored: [] as string[], missing: [] as LowerHex[] }
  for (const [digest, event] of unknown) {
    const { account } = event.args
    const { txHash } = event
    try {
      const { id, kind } = await restoreOne(restorer, { signed: signed.get(digest), event })
      report.restored.push(id)
      logger.info({ orderId: id, kind, digest, account, txHash }, 'an order was written back')
    } catch (error) {
      if (isRetryable(error)) throw error
      report.missing.push(digest)
      logger.error({ err: error, digest, account, txHash }, 'an order could not be written back')
    }
  }
  return { ...report, ...(await repostSuspended(restorer)) }
}
