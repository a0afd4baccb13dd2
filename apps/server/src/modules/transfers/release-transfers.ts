/** What was received becomes usable when its time has come: by a tick for all, and for one user before they use it. */
import { chainNow } from '../../platform/chain-clock.ts'
import type { Database, Reader, Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { releaseHold } from '../ledger/index.ts'

const BATCH = 100

interface Waiting {
  readonly id: string
  readonly from_address: string
  readonly to_address: string
}

/** SKIP LOCKED: the transaction that holds a row releases it. In order of user id, against deadlocks. */
const takeDue = async (tx: Tx, query: { now: bigint; userId: UserId | null }): Promise<Waiting[]> => {
  const { rows } = await tx.query<Waiting>({
    name: 'transfer_due',
    text: `WITH due AS (SELECT t.id, t.to_user, f.address AS from_address, u.address AS to_address
      FROM internal_transfer t JOIN users f ON f.id = t.from_user JOIN users u ON u.id = t.to_user
      WHERE t.released_at IS NULL AND t.available_at <= $1 AND ($2::bigint IS NULL OR t.to_user = $2)
      ORDER BY t.available_at, t.id LIMIT $3 FOR UPDATE OF t SKIP LOCKED)
      SELECT id, from_address, to_address FROM due ORDER BY to_user, id`,
    values: [query.now, query.userId, BATCH],
  })
  return rows
}

const release = async (tx: Tx, due: readonly Waiting[]): Promise<void> => {
  if (due.length === 0) return
  const { at } = await chainNow(tx)
  for (const { id, from_address: from, to_address: to } of due) {
    const source = { kind: 'transfer', orderId: id, from, to }
    await releaseHold(tx, { orderId: id, as: 'expired', reason: 'transfer.released', at, source })
  }
  await tx.query({
    name: 'transfer_released',
    text: 'UPDATE internal_transfer SET released_at = $2 WHERE id = ANY($1::uuid[])',
    values: [due.map(({ id }) => id), at],
  })
}

/** All that is due to one user. */
export const releaseDueOf = async (
  tx: Tx,
  { userId, now }: { readonly userId: UserId; readonly now: bigint },
): Promise<void> => {
  let due: Waiting[]
  do {
    due = await takeDue(tx, { now, userId })
    await release(tx, due)
  } while (due.length === BATCH)
}

/** All that is due, in transactions of a hundred. */
export const releaseDue = async (database: Database, signal: AbortSignal): Promise<void> => {
  let released: number
  do {
    released = await database.transaction(async (tx) => {
      const due = await takeDue(tx, { now: (await chainNow(tx)).timestamp, userId: null })
      await release(tx, due)
      return due.length
    })
  } while (released === BATCH && !signal.aborted)
}

/** A list of locks shows the soonest of these. */
const SHOWN_MAX = 50

export interface WaitingTransfer {
  readonly id: string
  readonly vault: 0 | 1 | 2
  readonly token: 'USDT' | 'DR'
  readonly amount: bigint
  /** Unix seconds. */
  readonly availableAt: bigint
}

/** What a user received and cannot use yet, the soonest first. */
export const waitingTransfers = async (reader: Reader, userId: UserId): Promise<WaitingTransfer[]> => {
  const { rows } = await reader.query<WaitingTransfer>({
    name: 'transfer_waiting',
    text: `SELECT id, vault, token, amount, available_at AS "availableAt" FROM internal_transfer
      WHERE to_user = $1 AND released_at IS NULL ORDER BY available_at, id LIMIT $2`,
    values: [userId, SHOWN_MAX],
  })
  return rows
}
