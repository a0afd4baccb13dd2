import type { Reader, Tx } from '../database/database.ts'
import { FatalError, RetryableError } from '../errors.ts'
import type { LowerHex } from '../hex.ts'

/** A block of the chain's clock. */
export interface BlockRef {
  readonly number: bigint
  readonly hash: LowerHex
  /** Unix seconds. */
  readonly timestamp: bigint
}

/** The last finalized block processed, which defines "now" for money (docs/product.md 3, "One clock"). */
export interface ChainNow {
  readonly chainId: number
  readonly blockNumber: bigint
  readonly hash: LowerHex
  /** Unix seconds. */
  readonly timestamp: bigint
  readonly at: Date
}

/** No block has been processed yet: the indexer has only started. */
export class ChainClockNotStarted extends RetryableError {}

/** Another process moved the clock: two indexers run on one database. The one that notices stops. */
export class ChainClockMoved extends FatalError {}

interface ClockRow {
  chain_id: bigint
  block_number: bigint
  block_hash: LowerHex
  block_timestamp: bigint
}

export const dateOfUnix = (seconds: bigint): Date => new Date(Number(seconds) * 1000)

/** UTC day of a time in Unix seconds, `2026-11-20`. */
export const utcDayOf = (seconds: bigint): string => dateOfUnix(seconds).toISOString().slice(0, 10)

/** The clock, or undefined before the first block. `forUpdate` blocks every other writer until commit. */
export const readChainClock = async (
  reader: Reader,
  { forUpdate = false }: { forUpdate?: boolean } = {},
): Promise<ChainNow | undefined> => {
  const { rows } = await reader.query<ClockRow>({
    name: forUpdate ? 'chain_clock_lock' : 'chain_clock_read',
    text: `SELECT chain_id, block_number, block_hash, block_timestamp FROM chain_clock ${forUpdate ? 'FOR UPDATE' : ''}`,
  })
  const row = rows[0]
  if (!row) return undefined
  return {
    chainId: Number(row.chain_id),
    blockNumber: row.block_number,
    hash: row.block_hash,
    timestamp: row.block_timestamp,
    at: dateOfUnix(row.block_timestamp),
  }
}

/**
 * The current time of the chain's clock. Throws the retryable `ChainClockNotStarted` while no block has been
 * processed.
 */
export const chainNow = async (reader: Reader): Promise<ChainNow> => {
  const now = await readChainClock(reader)
  if (!now) throw new ChainClockNotStarted('no finalized block has been processed yet')
  return now
}

/**
 * Moves the clock from `from` (undefined: the first block) to `to`. For the indexer and tests only. Throws
 * `ChainClockMoved` if it is no longer at `from`, so that a second indexer can do no harm.
 */
export const advanceChainClock = async (
  tx: Tx,
  { chainId, from, to }: { chainId: number; from: BlockRef | undefined; to: BlockRef },
): Promise<void> => {
  const position = [chainId, to.number, to.hash, to.timestamp]
  const { rowCount } = from
    ? await tx.query({
        name: 'chain_clock_advance',
        text: `UPDATE chain_clock SET block_number = $2, block_hash = $3, block_timestamp = $4
          WHERE chain_id = $1 AND block_number = $5 AND block_hash = $6`,
        values: [...position, from.number, from.hash],
      })
    : await tx.query({
        text: `INSERT INTO chain_clock (chain_id, block_number, block_hash, block_timestamp)
          VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
        values: position,
      })
  if (rowCount !== 1)
    throw new ChainClockMoved(`the chain clock is not at block ${from?.number ?? 'none'} any more`)
}
