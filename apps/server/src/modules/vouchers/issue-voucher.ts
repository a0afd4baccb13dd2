import { OPEN_VOUCHERS_PER_NONCE_MAX, VOUCHER_LIFETIME_SECONDS } from '@dr/protocol/constants'
import { AppError } from '../../platform/app-error.ts'
import { chainNow } from '../../platform/chain-clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { KINDS } from './kinds.ts'
import type { QuoteBase } from './open-quote.ts'
import type { Order, OrderKind } from './order.ts'
import { nextOrderId, uuidV7 } from './order-id.rules.ts'
import { digestIsTaken, insertOrder, lastOrderIdOf, lockAccount, openOrdersOf } from './repository.ts'
import {
  digestOf,
  spellTypedData,
  type UnsignedVoucher,
  type VoucherMessage,
  type VoucherSigner,
} from './signer.ts'

type Hex = `0x${string}`

/** Asking for the same again gives the same voucher while at least this much of its time is left. */
const FRESH_SECONDS = 300n

export interface VoucherRequest {
  readonly kind: OrderKind
  readonly userId: UserId
  readonly account: Hex
  readonly base: QuoteBase
  /** The message without `account`, `nonce` and `deadline`. */
  readonly fields: (orderId: string) => VoucherMessage
  /** Names what was asked for; left out, asking again is another order. */
  readonly requestKey?: string
  /** Whether an open order of the same request still says what a new one would. */
  readonly stillRight?: (order: Order) => boolean
  readonly prices: Order['prices']
  readonly outgoing: Order['outgoing']
  readonly incoming: Order['incoming']
  readonly remaining: number
  readonly details: Order['details']
}

export interface IssueContext {
  readonly chainId: number
  readonly contract: Hex
  readonly signer: VoucherSigner
  /** Wall time, for the order's id alone. */
  readonly now: () => Date
}

/** Two orders never share a digest: the deadline moves by a second. */
const withFreeDigest = async (
  tx: Tx,
  make: (deadline: bigint) => UnsignedVoucher,
  first: bigint,
): Promise<{ voucher: UnsignedVoucher; digest: Hex; deadline: bigint }> => {
  for (let deadline = first; ; deadline += 1n) {
    const voucher = make(deadline)
    const digest = digestOf(voucher)
    if (!(await digestIsTaken(tx, digest))) return { voucher, digest, deadline }
  }
}

/**
 * Signs a voucher and keeps its order. At most three may be open on an account's nonce (TOO_MANY_REQUESTS with
 * `retryAt`); the same request while fresh answers with the order that is there (`reused`).
 */
export const issueVoucher = async (
  tx: Tx,
  context: IssueContext,
  request: VoucherRequest,
): Promise<{ readonly order: Order; readonly reused: boolean }> => {
  const { kind, account, base } = request
  const { chainId, contract, signer } = context
  await lockAccount(tx, account)
  const open = (await openOrdersOf(tx, { account, contract, nonce: base.nonce })).filter(
    ({ deadline }) => deadline >= base.block.timestamp,
  )
  const same = open.find(
    (order) =>
      request.requestKey !== undefined &&
      order.requestKey === request.requestKey &&
      order.deadline >= base.block.timestamp + FRESH_SECONDS &&
      request.stillRight?.(order) !== false,
  )
  if (same) return { order: same, reused: true }
  if (open.length >= OPEN_VOUCHERS_PER_NONCE_MAX) {
    const first = open[0]?.deadline ?? base.block.timestamp
    throw new AppError('TOO_MANY_REQUESTS', {
      details: { reason: 'open-vouchers', retryAt: Number(first + 1n) },
    })
  }

  const id = nextOrderId(
    await lastOrderIdOf(tx, { account, contract }),
    uuidV7(context.now().getTime(), crypto.getRandomValues(new Uint8Array(10))),
  )
  const fields = request.fields(id)
  const { primaryType } = KINDS[kind]
  const { voucher, digest, deadline } = await withFreeDigest(
    tx,
    (deadline) => ({
      primaryType,
      chainId,
      contract,
      message: { account, ...fields, nonce: base.nonce, deadline },
    }),
    base.block.timestamp + BigInt(VOUCHER_LIFETIME_SECONDS),
  )
  const order = await insertOrder(tx, {
    id,
    kind,
    userId: request.userId,
    account,
    contract,
    nonce: base.nonce,
    deadline,
    digest,
    requestKey: request.requestKey ?? null,
    typedData: spellTypedData(voucher),
    signature: await signer.sign(voucher),
    prices: request.prices,
    outgoing: request.outgoing,
    incoming: request.incoming,
    remaining: request.remaining,
    details: request.details,
    issuedAtBlock: base.block.number,
    createdAt: (await chainNow(tx)).at,
  })
  return { order, reused: false }
}
