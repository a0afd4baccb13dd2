import { OPEN_VOUCHERS_PER_NONCE_MAX } from '@dr/protocol/constants'
import type { VaultIndex } from '@dr/protocol/token-table'
import { VOUCHERS, voucherSpec } from '@dr/protocol/vouchers'
import type { Logger } from 'pino'
import { AppError } from '../../../platform/app-error.ts'
import { fulfilled, rejected, type Settled } from '../../../platform/batcher.ts'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { OrderTarget } from '../kinds.ts'
import type { QuoteBase } from '../open-quote.ts'
import type { Order, OrderDetails } from '../order.ts'
import { type SignRequest, signingRefusal, type VoucherSigner } from '../signing/voucher-signer.ts'
import { digestOf, type UnsignedVoucher, type VoucherMessage } from './digest.ts'
import { insertOrders, lockAccounts, type NewOrder, type OpenOrder, statesOf } from './issue-store.ts'
import { nextOrderId, orderIdTime, uuidV7 } from './order-id.rules.ts'
import { serializeOrderRecord } from './order-record.ts'
import { serializeTypedData } from './typed-data.ts'

interface RequestBase {
  readonly userId: UserId
  readonly account: LowerHex
  readonly base: QuoteBase
  /** The message without `account`, `nonce` and `deadline`. */
  readonly fields: (orderId: string) => VoucherMessage
  /** Identifies the request; without it a repeated request creates a new order. */
  readonly requestKey?: string
  /** Whether an open order of the same request still has the terms that a new one would have. */
  readonly isReusable?: (order: Order) => boolean
  readonly prices: Order['prices']
  readonly outgoing: Order['outgoing']
  readonly incoming: Order['incoming']
  readonly remaining: number
  /** Vault of a withdrawal. */
  readonly vault?: VaultIndex
}
export type VoucherRequest = RequestBase & OrderDetails

export interface IssueContext {
  readonly chainId: number
  readonly contractOf: (target: OrderTarget) => LowerHex
  readonly signer: VoucherSigner
  /** Wall clock, used only for the order's id. */
  readonly now: () => Date
  readonly logger: Pick<Logger, 'error'>
}

export interface Issued {
  readonly order: Order
  /** True if the order is an existing one of an earlier equal request. */
  readonly reused: boolean
}

/** Lifetime of the kind's vouchers in seconds, and the remainder required for reuse: half of it. */
const lifeOf = (kind: VoucherRequest['kind']): { life: bigint; fresh: bigint } => {
  const life = BigInt(voucherSpec(kind).lifetimeSeconds)
  return { life, fresh: life / 2n }
}

/** A request with its account's open orders. */
interface Candidate {
  readonly request: VoucherRequest
  readonly contract: LowerHex
  readonly open: readonly OpenOrder[]
}

/**
 * The open order of the same request, if it is fresh and signed with the key that the contract accepts now.
 * Throws TOO_MANY_REQUESTS if the maximum number of orders is open.
 */
const reusable = async (
  { signer }: IssueContext,
  { request, open }: Candidate,
): Promise<Order | undefined> => {
  const { timestamp } = request.base.block
  const still = open.filter(({ deadline }) => deadline >= timestamp)
  const fresh = still.filter(({ deadline }) => deadline >= timestamp + lifeOf(request.kind).fresh)
  for (const { same } of fresh) {
    if (same === undefined || request.isReusable?.(same) === false) continue
    if (await signer.isBy(same, request.base.signer)) return same
  }
  if (still.length < OPEN_VOUCHERS_PER_NONCE_MAX) return undefined
  const retryAt = Number((still[0]?.deadline ?? timestamp) + 1n)
  throw new AppError('TOO_MANY_REQUESTS', { details: { reason: 'open-vouchers', retryAt } })
}

/** A request to be issued, with its id and deadline. */
type Planned = Omit<Candidate, 'open'> & { readonly id: string; readonly deadline: bigint }

interface Unsigned {
  readonly order: Omit<NewOrder, 'signature'>
  readonly toSign: SignRequest
}

const prepare = ({ chainId }: IssueContext, { request, contract, id, deadline }: Planned): Unsigned => {
  const { base, fields, requestKey = null, isReusable: _, vault: __, ...content } = request
  const { account } = request
  const voucher: UnsignedVoucher = {
    primaryType: VOUCHERS[request.kind].primaryType,
    chainId,
    contract,
    message: { account, ...fields(id), nonce: base.nonce, deadline },
  }
  const digest = digestOf(voucher)
  const order = {
    ...content,
    id,
    account,
    contract,
    nonce: base.nonce,
    deadline,
    digest,
    requestKey,
    typedData: serializeTypedData(voucher),
    issuedAtBlock: base.block.number,
  }
  return {
    order,
    toSign: { voucher, digest, address: base.signer, order: serializeOrderRecord(order) },
  }
}

/**
 * Signs and inserts orders; an order that the signer refuses does not fail the others. Digests must be
 * unique: on a collision the deadline moves by a second.
 */
const insertSigned = async (
  tx: Tx,
  context: IssueContext,
  wanted: readonly Planned[],
): Promise<ReadonlyMap<string, Settled<Order>>> => {
  if (wanted.length === 0) return new Map()
  const unsigned = wanted.map((one) => prepare(context, one))
  const signatures = await context.signer.sign(unsigned.map(({ toSign }) => toSign))
  const orders: NewOrder[] = []
  const outcomes = new Map<string, Settled<Order>>()
  unsigned.forEach(({ order }, index) => {
    const outcome = signatures[index]
    if (outcome?.status === 'fulfilled') orders.push({ ...order, signature: outcome.value } as NewOrder)
    else outcomes.set(order.id, rejected(signingRefusal(order.kind, outcome?.reason)))
  })
  if (orders.length === 0) return outcomes
  for (const [id, order] of await insertOrders(tx, orders)) outcomes.set(id, fulfilled(order))
  const taken = wanted.filter(({ id }) => !outcomes.has(id))
  if (taken.length === 0) return outcomes
  await chainNow(tx) // throws if the clock has not started, which inserts nothing either
  const later = taken.map((one) => ({ ...one, deadline: one.deadline + 1n }))
  return new Map([...outcomes, ...(await insertSigned(tx, context, later))])
}

/** Issues vouchers of different accounts, or of one on different contracts. */
const issueApart = async (
  tx: Tx,
  context: IssueContext,
  requests: readonly VoucherRequest[],
): Promise<Settled<Issued>[]> => {
  const targets = requests.map((request) => ({
    account: request.account,
    contract: context.contractOf(request),
    nonce: request.base.nonce,
    requestKey: request.requestKey ?? null,
  }))
  await lockAccounts(
    tx,
    targets.map(({ account }) => account),
  )
  const states = await statesOf(tx, context.logger, targets)
  const plan = async (request: VoucherRequest, index: number) => {
    const { contract } = targets[index] as (typeof targets)[number]
    const { last, open } = states[index] as (typeof states)[number]
    const { timestamp } = request.base.block
    const deadline = timestamp + lifeOf(request.kind).life
    const random = crypto.getRandomValues(new Uint8Array(10))
    const id = nextOrderId(last, uuidV7(orderIdTime(context.now(), timestamp), random))
    try {
      const same = await reusable(context, { request, contract, open })
      return { request, contract, id, deadline, same: same && fulfilled({ order: same, reused: true }) }
    } catch (error) {
      return { request, contract, id, deadline, same: rejected(error) }
    }
  }
  const planned = await Promise.all(requests.map(plan))
  const outcomes = await insertSigned(
    tx,
    context,
    planned.filter(({ same }) => !same),
  )
  return planned.map(({ id, same }) => {
    if (same) return same
    const outcome = outcomes.get(id) as Settled<Order>
    return outcome.status === 'rejected' ? outcome : fulfilled({ order: outcome.value, reused: false })
  })
}

/**
 * Signs vouchers and stores their orders, each as if it had been requested alone and in this order. At most
 * three may be open on an account's nonce (TOO_MANY_REQUESTS with `retryAt`); an equal request returns the
 * existing order while it is fresh (`reused`).
 */
export const issueVouchers = async (
  tx: Tx,
  context: IssueContext,
  requests: readonly VoucherRequest[],
): Promise<Settled<Issued>[]> => {
  const outcomes = new Map<VoucherRequest, Settled<Issued>>()
  let rest = requests
  while (rest.length > 0) {
    // A second request of an account on a contract sees the outcome of its first.
    const keyOf = (request: VoucherRequest) => `${request.account}:${context.contractOf(request)}`
    const first = new Map(rest.toReversed().map((request) => [keyOf(request), request]))
    const now = rest.filter((request) => first.get(keyOf(request)) === request)
    const settled = await issueApart(tx, context, now)
    now.forEach((request, index) => {
      outcomes.set(request, settled[index] as Settled<Issued>)
    })
    rest = rest.filter((request) => !outcomes.has(request))
  }
  return requests.map((request) => outcomes.get(request) as Settled<Issued>)
}

/** Issues one voucher in the transaction of a caller that has more to write with it. */
export const issueVoucher = async (
  tx: Tx,
  context: IssueContext,
  request: VoucherRequest,
): Promise<Issued> => {
  const [outcome] = await issueVouchers(tx, context, [request])
  if (outcome?.status === 'fulfilled') return outcome.value
  throw outcome?.reason
}
