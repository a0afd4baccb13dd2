import type { VaultIndex } from '@dr/protocol/token-table'
import type { Token } from '@dr/protocol/tokens'
import type { Tx } from '../../platform/database/database.ts'
import { userIdOf } from '../../platform/ids.ts'
import { type AccountCode, account } from './account.ts'
import type { JournalReason } from './journal-reasons.ts'
import { HoldAlreadyResolvedError, HoldNotFoundError, MalformedJournalError } from './ledger-errors.ts'
import { type NewJournal, type PostedJournal, type Provenance, postJournal } from './post-journal.ts'
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
  user_id: bigint
  vault: VaultIndex
  token: Token
  amount: bigint
  resolution: HoldResolution | null
  resolved_by: bigint | null
}

/** Reads the hold, and makes other resolvers wait until this transaction ends. */
const lockHold = async (tx: Tx, orderId: string): Promise<HoldRow> => {
  const { rows } = await tx.query<HoldRow>({
    name: 'hold_lock',
    text: `SELECT user_id, vault, token, amount, resolution, resolved_by FROM hold WHERE order_id = $1 FOR UPDATE`,
    values: [orderId],
  })
  if (!rows[0]) throw new HoldNotFoundError(`order ${orderId} has no hold`)
  return rows[0]
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

const writeResolution = async (
  tx: Tx,
  { orderId, as }: { readonly orderId: string; readonly as: HoldResolution },
  { journalId }: PostedJournal,
): Promise<void> => {
  await tx.query({
    name: 'hold_resolve',
    text: 'UPDATE hold SET resolution = $2, resolved_by = $3 WHERE order_id = $1',
    values: [orderId, as, journalId],
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
  const row = await lockHold(tx, orderId)
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
  if (!posted.replayed) await writeResolution(tx, { orderId, as: 'posted' }, posted)
  return posted
}

/**
 * Returns a hold: held → available. If it was returned before, nothing changes (`replayed`). Throws
 * `HoldAlreadyResolvedError` if it was paid out.
 */
export const releaseHold = async (tx: Tx, order: HoldRelease): Promise<PostedJournal> => {
  const { orderId, reason } = order
  const row = await lockHold(tx, orderId)
  if (row.resolution === 'posted')
    throw new HoldAlreadyResolvedError(`the hold of order ${orderId} was posted before`)
  if (row.resolved_by !== null) return { journalId: row.resolved_by, replayed: true }
  const returned = {
    key: resolveKey(orderId),
    reason,
    to: accountOf(row, 'user-available'),
    amount: row.amount,
  }
  const posted = await postJournal(tx, journalOf(order, row, returned))
  if (!posted.replayed) await writeResolution(tx, order, posted)
  return posted
}
