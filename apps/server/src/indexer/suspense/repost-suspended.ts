import type { Logger } from 'pino'
import type { Hex } from 'viem'
import { readChainClock } from '../../platform/chain/chain-clock.ts'
import type { ChainEvent, EventHandler } from '../../platform/chain/chain-events.ts'
import { type Database, savepoint, type Tx } from '../../platform/database/database.ts'
import { FatalError, isRetryable } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { decodeEvent } from '../decode-event.ts'
import type { EventLog } from '../event-log.ts'

export interface SuspendedRow {
  id: bigint
  handler: string
  block_number: bigint
  block_hash: LowerHex
  block_timestamp: bigint
  tx_hash: LowerHex
  log_index: number | bigint
  address: LowerHex
  topics: readonly Hex[]
  data: Hex
}

export interface RepostReport {
  /** Ids of `suspense_event`, in the order of the chain. */
  readonly posted: readonly bigint[]
  readonly refused: readonly { readonly id: bigint; readonly error: unknown }[]
}

export interface Reposter {
  readonly database: Database
  readonly chainId: number
  readonly handlers: readonly EventHandler[]
  readonly logger: Logger
  readonly now: () => Date
}

const POSTED_AGAIN = 'posted again'

/** Columns of `SuspendedRow`. */
export const SUSPENDED_COLUMNS =
  'id, handler, block_number, block_hash, block_timestamp, tx_hash, log_index, address, topics, data'

export const logOf = (row: SuspendedRow): EventLog & { readonly blockTimestamp: bigint } => ({
  address: row.address,
  topics: row.topics,
  data: row.data,
  blockNumber: row.block_number,
  blockHash: row.block_hash,
  blockTimestamp: row.block_timestamp,
  txHash: row.tx_hash,
  logIndex: Number(row.log_index),
})

/** The event, locked until this transaction ends; undefined if it is resolved. */
const lockSuspended = async (tx: Tx, id: bigint): Promise<SuspendedRow | undefined> => {
  const { rows } = await tx.query<SuspendedRow>({
    text: `SELECT ${SUSPENDED_COLUMNS} FROM suspense_event WHERE id = $1 AND resolved_at IS NULL FOR UPDATE`,
    values: [id],
  })
  return rows[0]
}

/** A suspended event, decoded, with its handler; undefined if it is resolved already. */
const openSuspended = async (
  tx: Tx,
  { chainId, handlers }: Pick<Reposter, 'chainId' | 'handlers'>,
  id: bigint,
): Promise<{ readonly handler: EventHandler; readonly event: ChainEvent } | undefined> => {
  const row = await lockSuspended(tx, id)
  if (!row) return undefined
  const log = logOf(row)
  const handler = handlers.find(
    ({ name, address, topic }) => name === row.handler && address === log.address && topic === log.topics[0],
  )
  if (!handler) throw new FatalError(`no handler for ${row.handler} of ${row.address} any more`)
  return { handler, event: decodeEvent(log, { handler, chainId }) }
}

const resolve = async (
  tx: Tx,
  { id, at, resolution }: { readonly id: bigint; readonly at: Date; readonly resolution: string },
): Promise<void> => {
  await tx.query({
    text: 'UPDATE suspense_event SET resolved_at = $2, resolution = $3 WHERE id = $1',
    values: [id, at, resolution],
  })
}

/** Posts a suspended event in this transaction, under the clock's lock; false if it is resolved already. */
export const postSuspended = async (
  tx: Tx,
  { chainId, handlers, now }: Pick<Reposter, 'chainId' | 'handlers' | 'now'>,
  id: bigint,
): Promise<boolean> => {
  const opened = await openSuspended(tx, { chainId, handlers }, id)
  if (!opened) return false
  await opened.handler.handle(tx, opened.event)
  await resolve(tx, { id, at: now(), resolution: POSTED_AGAIN })
  return true
}

/**
 * Settles a suspended event that its handler refuses again, in one transaction: `settle` books it otherwise, or
 * throws. Returns false if it was resolved already; an event that its handler takes now is posted.
 */
export const settleSuspended = (
  { database, chainId, handlers, now }: Omit<Reposter, 'logger'>,
  input: {
    readonly id: bigint
    /** Who decided it, and why. */
    readonly resolution: string
    readonly settle: (
      tx: Tx,
      refused: { readonly handler: string; readonly event: ChainEvent; readonly error: unknown },
    ) => Promise<void>
  },
): Promise<boolean> =>
  database.transaction(async (tx) => {
    await readChainClock(tx, { forUpdate: true })
    const opened = await openSuspended(tx, { chainId, handlers }, input.id)
    if (!opened) return false
    const { handler, event } = opened
    let { resolution } = input
    try {
      await savepoint(tx, () => handler.handle(tx, event))
      resolution = POSTED_AGAIN
    } catch (error) {
      if (isRetryable(error)) throw error
      await input.settle(tx, { handler: handler.name, event, error })
    }
    await resolve(tx, { id: input.id, at: now(), resolution })
    return true
  })

const repostOne = (reposter: Reposter, id: bigint): Promise<boolean> =>
  reposter.database.transaction(async (tx) => {
    // the indexer's own lock: handlers never run concurrently
    await readChainClock(tx, { forUpdate: true })
    return postSuspended(tx, reposter, id)
  })

/**
 * Runs the handlers again for every suspended event (`from`: of that block on), in the order of the chain,
 * each in its own transaction. An event that is refused again stays in suspense, and the others go on. Throws
 * temporary errors: run it again then.
 */
export const repostSuspended = async (
  reposter: Reposter,
  { from = 0n }: { from?: bigint } = {},
): Promise<RepostReport> => {
  const { database, chainId, logger } = reposter
  const { rows } = await database.read.query<{ id: bigint; handler: string }>({
    text: `SELECT id, handler FROM suspense_event WHERE chain_id = $1 AND resolved_at IS NULL AND block_number >= $2
      ORDER BY block_number, log_index, id`,
    values: [chainId, from],
  })
  const report = { posted: [] as bigint[], refused: [] as { id: bigint; error: unknown }[] }
  for (const { id, handler } of rows) {
    try {
      if (!(await repostOne(reposter, id))) continue
      report.posted.push(id)
      logger.info({ id: String(id), handler }, 'a suspended event was posted')
    } catch (error) {
      if (isRetryable(error)) throw error
      logger.error({ err: error, id: String(id), handler }, 'a suspended event was refused again')
      report.refused.push({ id, error })
    }
  }
  return report
}
