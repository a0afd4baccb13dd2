/**
 * Releases received transfers when their waiting time is over: by a tick for all users, and for one user
 * before they use the balance.
 */
import type { VaultIndex } from '@dr/protocol/token-table'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Database, Reader, Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { releaseHolds } from '../ledger/index.ts'

const BATCH = 100

interface DueTo {
  readonly userId: UserId
  /** Unix seconds. */
  readonly now: bigint
}

interface DueTransfer {
  readonly id: string
  readonly from_address: string
  readonly to_address: string
}

const DUE = `SELECT t.id, f.address AS from_address, u.address AS to_address
  FROM internal_transfer t JOIN users f ON f.id = t.from_user JOIN users u ON u.id = t.to_user
  WHERE t.released_at IS NULL AND t.available_at <= $1`

/** Due transfers of all users. SKIP LOCKED: the transaction that holds a row releases it. */
const takeDue = async (tx: Tx, now: bigint): Promise<DueTransfer[]> => {
  const { rows } = await tx.query<DueTransfer>({
    name: 'transfer_due',
    text: `${DUE} ORDER BY t.available_at, t.id LIMIT $2 FOR UPDATE OF t SKIP LOCKED`,
    values: [now, BATCH],
  })
  return rows
}

/**
 * Due transfers of one user. Waits for other transactions that hold the rows, so that afterwards everything
 * due is released.
 */
const takeDueOf = async (tx: Tx, { userId, now }: DueTo): Promise<DueTransfer[]> => {
  const { rows } = await tx.query<DueTransfer>({
    name: 'transfer_due_of',
    text: `${DUE} AND t.to_user = $2 ORDER BY t.available_at, t.id LIMIT $3 FOR UPDATE OF t`,
    values: [now, userId, BATCH],
  })
  return rows
}

/**
 * Releases the holds of due transfers, whose rows the caller has locked, in one posting of journals. Returns
 * their number.
 */
const release = async (tx: Tx, due: readonly DueTransfer[]): Promise<number> => {
  if (due.length === 0) return 0
  const { at } = await chainNow(tx)
  await releaseHolds(
    tx,
    due.map(({ id: orderId, from_address: from, to_address: to }) => {
      const source = { kind: 'transfer', orderId, from, to }
      return { orderId, as: 'expired', reason: 'transfer.released', at, source }
    }),
  )
  await tx.query({
    name: 'transfer_released',
    text: 'UPDATE internal_transfer SET released_at = $2 WHERE id = ANY($1::uuid[])',
    values: [due.map(({ id }) => id), at],
  })
  return due.length
}

/** Whether anything is due to the user. Locks nothing. */
const isDue = async (reader: Reader, { userId, now }: DueTo): Promise<boolean> => {
  const { rows } = await reader.query<{ due: boolean }>({
    name: 'transfer_due_of_any',
    text: `SELECT EXISTS (SELECT FROM internal_transfer
      WHERE to_user = $1 AND released_at IS NULL AND available_at <= $2) AS due`,
    values: [userId, now],
  })
  return rows[0]?.due ?? false
}

/** Releases one user's due transfers, in transactions of a hundred; usually there are none. */
export const settleTransfers = async (database: Database, query: DueTo): Promise<void> => {
  if (!(await isDue(database.read, query))) return
  let released: number
  do {
    released = await database.transaction(async (tx) => release(tx, await takeDueOf(tx, query)))
  } while (released === BATCH)
}

/** Releases all due transfers, in transactions of a hundred. */
export const releaseDue = async (database: Database, signal: AbortSignal): Promise<void> => {
  let released: number
  do {
    released = await database.transaction(async (tx) =>
      release(tx, await takeDue(tx, (await chainNow(tx)).timestamp)),
    )
  } while (released === BATCH && !signal.aborted)
}

/** Maximum number of waiting transfers in the list of locks, soonest first. */
const SHOWN_MAX = 50

export interface WaitingTransfer {
  readonly id: string
  readonly vault: VaultIndex
  readonly token: 'USDT' | 'DR'
  readonly amount: bigint
  /** Unix seconds. */
  readonly availableAt: bigint
}

/** Received transfers that the user cannot use yet, soonest first. */
export const waitingTransfers = async (reader: Reader, userId: UserId): Promise<WaitingTransfer[]> => {
  const { rows } = await reader.query<WaitingTransfer>({
    name: 'transfer_waiting',
    text: `SELECT id, vault, token, amount, available_at AS "availableAt" FROM internal_transfer
      WHERE to_user = $1 AND released_at IS NULL ORDER BY available_at, id LIMIT $2`,
    values: [userId, SHOWN_MAX],
  })
  return rows
}
