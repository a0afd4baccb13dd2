import type { VaultIndex } from '@dr/protocol/token-table'
import type { Token } from '@dr/protocol/tokens'
import type { Tx } from '../../platform/database/database.ts'
import { userIdOf } from '../../platform/ids.ts'
import { type AccountCode, account } from './account.ts'
import type { JournalReason } from './journal-reasons.ts'
import { HoldAlreadyResolvedError, HoldNotFoundError, MalformedJournalError } from './ledger-errors.ts'
import { type NewJournal, type PostedJournal, type Provenance, postJournal } from './post-journal.ts'
import { postAllJournals } from './post-journals.ts'
import type { HoldResolution } from './tables.ts'

interface Resolution {
  /** UUID of the hold's order. */
  readonly orderId: string
  readonly at: Date
  readonly source: Provenance
}

interface HoldPart {
  readonly reason: JournalReason
  readonly to: AccountCode
  readonly amount: bigint
}

/**
 * Payment of a hold in parts, one journal each, which must add up to the whole hold. The first resolves it.
 */
export interface HoldSettlement extends Resolution {
  readonly parts: readonly [HoldPart, ...HoldPart[]]
}

/** Return of a hold whose voucher expired or was superseded. */
export interface HoldRelease extends Resolution {
  readonly reason: JournalReason
  readonly as: 'expired' | 'superseded'
}

interface HoldRow {
  order_id: string
  user_id: bigint
  vault: VaultIndex
  token: Token
  amount: bigint
  resolution: HoldResolution | null
  resolved_by: bigint | null
}

/** Reads the holds in id order, and makes other resolvers wait until this transaction ends. */
const lockHolds = async (tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, HoldRow>> => {
  const { rows } = await tx.query<HoldRow>({
    name: 'holds_lock',
    text: `SELECT order_id, user_id, vault, token, amount, resolution, resolved_by FROM hold
      WHERE order_id = ANY($1::uuid[]) ORDER BY order_id FOR UPDATE`,
    values: [orderIds],
  })
  return new Map(rows.map((row) => [row.order_id, row]))
}

const rowOf = (rows: ReadonlyMap<string, HoldRow>, orderId: string): HoldRow => {
  const row = rows.get(orderId)
  if (!row) throw new HoldNotFoundError(`order ${orderId} has no hold`)
  return row
}

const accountOf = (row: HoldRow, kind: 'user-available' | 'user-held'): AccountCode =>
  account({ vault: row.vault, token: row.token, kind, userId: userIdOf(row.user_id) })

const journalOf = (
  { at, source }: Resolution,
  row: HoldRow,
  { key, reason, to, amount }: HoldPart & { readonly key: string },
): NewJournal => ({
  key,
  reason,
  at,
  source,
  postings: [{ from: accountOf(row, 'user-held'), to, amount }],
})

/** Idempotency key of both resolutions, so that a hold has only one. */
const resolveKey = (orderId: string): string => `order:${orderId}:resolve`

/** Resolves the n-th order by the n-th journal. */
const writeResolutions = async (
  tx: Tx,
  orders: readonly { readonly orderId: string; readonly as: HoldResolution }[],
  journals: readonly PostedJournal[],
): Promise<void> => {
  await tx.query({
    name: 'holds_resolve',
    text: `UPDATE hold h SET resolution = r.resolution, resolved_by = r.journal_id
      FROM unnest($1::uuid[], $2::text[], $3::bigint[]) AS r (order_id, resolution, journal_id)
      WHERE h.order_id = r.order_id`,
    values: [
      orders.map(({ orderId }) => orderId),
      orders.map((order) => order.as),
      journals.map(({ journalId }) => journalId),
    ],
  })
}

/**
 * Pays a hold out: held → `parts`, whose sum must be the hold's amount; each is posted under the key
 * `order:<id>:<reason>`, the first under `order:<id>:resolve`. Idempotent. Throws `HoldAlreadyResolvedError`
 * if the hold was released before: the chain paid an amount that the ledger had returned, which raises an
 * alarm.
 */
export const settleHold = async (tx: Tx, order: HoldSettlement): Promise<PostedJournal> => {
  const { orderId, parts } = order
  const row = rowOf(await lockHolds(tx, [orderId]), orderId)
  if (row.resolution !== null && row.resolution !== 'posted') {
    throw new HoldAlreadyResolvedError(`the hold of order ${orderId} was ${row.resolution} before`)
  }
  const sum = parts.reduce((total, { amount }) => total + amount, 0n)
  if (sum !== row.amount) {
    throw new MalformedJournalError(`order ${orderId} holds ${row.amount}, its parts are ${sum}`)
  }
  const [first, ...others] = parts
  const posted = await postJournal(tx, journalOf(order, row, { ...first, key: resolveKey(orderId) }))
  for (const part of others) {
    await postJournal(tx, journalOf(order, row, { ...part, key: `order:${orderId}:${part.reason}` }))
  }
  if (!posted.replayed) await writeResolutions(tx, [{ orderId, as: 'posted' }], [posted])
  return posted
}

const requireNotPosted = ({ orderId }: Resolution, { resolution }: HoldRow): void => {
  if (resolution === 'posted') {
    throw new HoldAlreadyResolvedError(`the hold of order ${orderId} was posted before`)
  }
}

const releaseJournal = (order: HoldRelease, row: HoldRow): NewJournal =>
  journalOf(order, row, {
    key: resolveKey(order.orderId),
    reason: order.reason,
    to: accountOf(row, 'user-available'),
    amount: row.amount,
  })

/**
 * Returns a hold: held → available. If it was returned before, nothing changes (`replayed`). Throws
 * `HoldAlreadyResolvedError` if it was paid out.
 */
export const releaseHold = async (tx: Tx, order: HoldRelease): Promise<PostedJournal> => {
  const row = rowOf(await lockHolds(tx, [order.orderId]), order.orderId)
  requireNotPosted(order, row)
  if (row.resolved_by !== null) return { journalId: row.resolved_by, replayed: true }
  const posted = await postJournal(tx, releaseJournal(order, row))
  if (!posted.replayed) await writeResolutions(tx, [order], [posted])
  return posted
}

/**
 * Returns many holds in one posting of journals, so that their accounts are locked in id order, against
 * deadlocks.
 */
export const releaseHolds = async (tx: Tx, orders: readonly HoldRelease[]): Promise<void> => {
  const rows = await lockHolds(
    tx,
    orders.map(({ orderId }) => orderId),
  )
  const open = orders.filter((order) => {
    const row = rowOf(rows, order.orderId)
    requireNotPosted(order, row)
    return row.resolved_by === null
  })
  const posted = await postAllJournals(
    tx,
    open.map((order) => releaseJournal(order, rowOf(rows, order.orderId))),
  )
  await writeResolutions(tx, open, posted)
}
