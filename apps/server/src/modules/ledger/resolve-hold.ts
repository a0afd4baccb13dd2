import type { Base, Token } from '@dr/protocol/amounts'
import type { Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { type AccountCode, account, type Vault } from './account.ts'
import { HoldAlreadyResolvedError, HoldNotFoundError, MalformedJournalError } from './ledger-errors.ts'
import { type PostedJournal, type Posting, type Provenance, postJournal } from './post-journal.ts'
import type { HoldResolution } from './tables.ts'

interface Resolution {
  /** uuid of the order the hold is for. */
  readonly orderId: string
  readonly reason: string
  readonly at: Date
  readonly source: Provenance
}

/** A hold's money goes where it was meant to: the parts add up to the whole hold. */
export interface HoldSettlement extends Resolution {
  readonly parts: readonly { readonly to: AccountCode; readonly amount: bigint }[]
}

/** A hold's money goes back: its order was given up (`voided`), or lapsed (`expired`). */
export interface HoldRelease extends Resolution {
  readonly as: 'voided' | 'expired'
}

interface HoldRow {
  user_id: bigint
  vault: Vault
  token: Token
  amount: bigint
  resolution: HoldResolution | null
  resolved_by: bigint | null
}

/** Reads the hold and keeps every other resolver waiting until this transaction ends. */
const lockHold = async (tx: Tx, orderId: string): Promise<HoldRow> => {
  const { rows } = await tx.query<HoldRow>({
    name: 'hold_lock',
    text: 'SELECT user_id, vault, token, amount, resolution, resolved_by FROM hold WHERE order_id = $1 FOR UPDATE',
    values: [orderId],
  })
  if (!rows[0]) throw new HoldNotFoundError(`order ${orderId} has no hold`)
  return rows[0]
}

const accountOf = (row: HoldRow, kind: 'user-available' | 'user-held'): AccountCode =>
  account({ vault: row.vault, token: row.token, kind, userId: Number(row.user_id) as UserId })

/** Both ways out share one key, so that only one of them can ever be taken. */
const resolve = async (
  tx: Tx,
  order: Resolution,
  row: HoldRow,
  { parts, resolution }: { parts: HoldSettlement['parts']; resolution: HoldResolution },
): Promise<PostedJournal> => {
  const { orderId, reason, at, source } = order
  const from = accountOf(row, 'user-held')
  const posted = await postJournal(tx, {
    key: `order:${orderId}:resolve`,
    reason,
    at,
    source,
    postings: parts.map(({ to, amount }) => ({ from, to, amount: amount as Base<Token> }) as Posting),
  })
  if (!posted.replayed) {
    await tx.query({
      name: 'hold_resolve',
      text: 'UPDATE hold SET resolution = $2, resolved_by = $3 WHERE order_id = $1',
      values: [orderId, resolution, posted.journalId],
    })
  }
  return posted
}

/**
 * Posts a hold: held → `parts`, whose sum must be the hold's amount. The same again changes nothing.
 * Throws `HoldAlreadyResolvedError` when it was released before: the chain paid what the ledger gave back, an alarm.
 */
export const settleHold = async (tx: Tx, order: HoldSettlement): Promise<PostedJournal> => {
  const row = await lockHold(tx, order.orderId)
  if (row.resolution !== null && row.resolution !== 'posted') {
    throw new HoldAlreadyResolvedError(`the hold of order ${order.orderId} was ${row.resolution} before`)
  }
  const sum = order.parts.reduce((total, { amount }) => total + amount, 0n)
  if (sum !== row.amount) {
    throw new MalformedJournalError(`order ${order.orderId} holds ${row.amount}, its parts are ${sum}`)
  }
  return resolve(tx, order, row, { parts: order.parts, resolution: 'posted' })
}

/**
 * Gives a hold back: held → available. Released before, either way: nothing is changed (`replayed`).
 * Throws `HoldAlreadyResolvedError` when it was posted.
 */
export const releaseHold = async (tx: Tx, order: HoldRelease): Promise<PostedJournal> => {
  const row = await lockHold(tx, order.orderId)
  if (row.resolution === 'posted') {
    throw new HoldAlreadyResolvedError(`the hold of order ${order.orderId} was posted before`)
  }
  if (row.resolved_by !== null) return { journalId: row.resolved_by, replayed: true }
  const parts = [{ to: accountOf(row, 'user-available'), amount: row.amount }]
  return resolve(tx, order, row, { parts, resolution: order.as })
}
