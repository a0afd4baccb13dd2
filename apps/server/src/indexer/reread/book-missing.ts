/** Books events of processed blocks that were not handled. */
import { type ChainNow, readChainClock } from '../../platform/chain/chain-clock.ts'
import { placeOf } from '../../platform/chain/chain-events.ts'
import { type Reader, savepoint, type Tx } from '../../platform/database/database.ts'
import { isRetryable } from '../../platform/errors.ts'
import type { Counts, EventCounter } from '../completeness/count-events.ts'
import { fingerprintOf } from '../completeness/fingerprint.ts'
import { addToNumbers, readHandled, recordHandled, replaceHandled } from '../completeness/record-range.ts'
import { isSameLog } from '../event-log.ts'
import type { TimedLog } from '../fetch-range.ts'
import { handleCarefully, lanesOf, type RangeProcessor, takersOf } from '../process-range.ts'
import {
  logOf,
  postSuspended,
  type Reposter,
  SUSPENDED_COLUMNS,
  type SuspendedRow,
} from '../suspense/repost-suspended.ts'
import { compareHandled, type FalseEvent, keepFalseEvents } from './false-events.ts'

export interface Rereader extends RangeProcessor, Pick<Reposter, 'now'> {
  readonly counter: EventCounter
}

/** Numbers of events of some blocks, and outcomes of the missing ones. */
export interface RereadCounts {
  readonly found: number
  /** Suspended events that differ on chain, or are not there. */
  readonly replaced: number
  readonly alreadyBooked: number
  /** Booked events that differ on chain, or are not there; nothing was done about them. */
  readonly bookedFalsely: number
  readonly booked: number
  /** Events that went to suspense. */
  readonly refused: number
}

type UnhandledEvent =
  | { readonly block: bigint; readonly index: number; readonly log: TimedLog }
  | { readonly block: bigint; readonly index: number; readonly suspendedId: bigint }

const readSuspended = async (
  reader: Reader,
  { from, to, chainId }: { from: bigint; to: bigint; chainId: number },
): Promise<SuspendedRow[]> => {
  const { rows } = await reader.query<SuspendedRow>({
    text: `SELECT ${SUSPENDED_COLUMNS} FROM suspense_event
      WHERE chain_id = $1 AND resolved_at IS NULL AND block_number BETWEEN $2 AND $3 ORDER BY id`,
    values: [chainId, from, to],
  })
  return rows
}

/** A suspended event that differs on chain, or is not there. */
interface FalseRow {
  readonly row: SuspendedRow
  /** The chain's own event. */
  readonly own: TimedLog | undefined
}

/**
 * Returns the suspended events that differ on chain or are not there, each with the chain's own event. An event
 * that has no record in `falsely` (its fingerprint is unknown) gets the log at its place.
 */
const falseRowsAmong = (
  suspended: readonly SuspendedRow[],
  { logs, falsely }: { logs: readonly TimedLog[]; falsely: readonly FalseEvent[] },
): FalseRow[] => {
  const places = new Map(logs.map((log) => [placeOf(log), log]))
  const keyOf = (place: bigint, fingerprint: string) => `${place} ${fingerprint}`
  const known = new Map(falsely.map((one) => [keyOf(placeOf(one), one.fingerprint), one]))
  return suspended.flatMap((row) => {
    const log = logOf(row)
    const there = places.get(placeOf(log))
    if (there && isSameLog(there, log)) return []
    const one = known.get(keyOf(placeOf(log), fingerprintOf(log)))
    return [{ row, own: one ? one.own : there }]
  })
}

const isOfOneKind = ({ row, own }: FalseRow): boolean =>
  row.address === own?.address && row.topics[0] === own.topics[0]

/**
 * Puts the chain's own events into suspense in place of false ones, for the handlers that refused them; one of
 * another kind, or that the chain does not have, is closed.
 */
const replaceSuspended = async (
  { logger, now }: Rereader,
  tx: Tx,
  untrue: readonly FalseRow[],
): Promise<void> => {
  // Two of one transaction may change places.
  await tx.query({
    text: 'UPDATE suspense_event SET log_index = -1 - log_index WHERE id = ANY ($1::bigint[])',
    values: [untrue.map(({ row }) => row.id)],
  })
  for (const one of untrue) {
    const { row, own } = one
    logger.warn(
      { id: String(row.id), txHash: row.tx_hash, instead: own?.txHash },
      'a suspended event is not the chain’s, and is replaced',
    )
    if (own && isOfOneKind(one))
      await tx.query({
        text: `UPDATE suspense_event SET block_hash = $2, block_timestamp = $3, tx_hash = $4, log_index = $5,
            topics = $6, data = $7 WHERE id = $1`,
        values: [
          row.id,
          own.blockHash,
          own.blockTimestamp,
          own.txHash,
          own.logIndex,
          JSON.stringify(own.topics),
          own.data,
        ],
      })
    else
      await tx.query({
        text: `UPDATE suspense_event SET log_index = $3, resolved_at = $2, resolution = 'not on the chain'
          WHERE id = $1`,
        values: [row.id, now(), row.log_index],
      })
  }
}

/** The missing events and those in suspense, in the order of the chain. */
const inOrder = (missing: readonly TimedLog[], suspended: readonly SuspendedRow[]): UnhandledEvent[] =>
  [
    ...missing.map((log) => ({ block: log.blockNumber, index: log.logIndex, log })),
    ...suspended.map(({ id, block_number, log_index }) => ({
      block: block_number,
      index: Number(log_index),
      suspendedId: id,
    })),
  ].sort((a, b) => (a.block === b.block ? a.index - b.index : a.block < b.block ? -1 : 1))

/** Books a log with all of its handlers; false if one of them refused it. */
const bookLog = async (rereader: Rereader, tx: Tx, log: TimedLog): Promise<boolean> => {
  let refused = 0
  for (const lane of lanesOf(rereader.handlers))
    for (const handler of takersOf(rereader.handlers, log, lane))
      refused += await handleCarefully(rereader, tx, { logs: [log], handler })
  return refused === 0
}

/** Posts a suspended event; one that is refused again stays in suspense. */
const trySuspended = async (rereader: Rereader, tx: Tx, id: bigint): Promise<void> => {
  const { chainId, logger, now } = rereader
  const handlers = [...rereader.handlers.values()].flat()
  try {
    await savepoint(tx, () => postSuspended(tx, { chainId, handlers, now }, id))
  } catch (error) {
    if (isRetryable(error)) throw error
    logger.warn({ err: error, id: String(id) }, 'a suspended event was refused again')
  }
}

const bookInOrder = async (
  rereader: Rereader,
  tx: Tx,
  waiting: readonly UnhandledEvent[],
): Promise<{ booked: number; refused: number }> => {
  let [booked, refused] = [0, 0]
  for (const one of waiting) {
    if ('suspendedId' in one) await trySuspended(rereader, tx, one.suspendedId)
    else if (await bookLog(rereader, tx, one.log)) booked += 1
    else refused += 1
  }
  return { booked, refused }
}

/** Amounts by which the numbers are too small, after the false events have been replaced. */
const countsOf = (
  { counter }: Rereader,
  { missing, untrue }: { missing: readonly TimedLog[]; untrue: readonly FalseRow[] },
): Counts => {
  const places = new Map(untrue.map((one) => [`${one.row.block_number}:${one.row.log_index}`, one]))
  const right = counter.count([...missing, ...[...places.values()].flatMap(({ own }) => own ?? [])])
  const wrong = counter.count([...places.values()].map(({ row }) => logOf(row)))
  const counted = [...right].filter(([name]) => !counter.decidesOnly.has(name)) // those are equal
  return new Map(counted.map(([name, amount]) => [name, amount - (wrong.get(name) ?? 0n)]))
}

/** Whether each handler refused the false event: nothing of it is booked. */
const isRefusedByAll = (rereader: Rereader, rows: readonly SuspendedRow[]): boolean => {
  const [row] = rows
  if (!row) return false
  const takers = lanesOf(rereader.handlers).flatMap((lane) => takersOf(rereader.handlers, logOf(row), lane))
  return rows.length >= takers.length
}

/** Reports falsely booked events at each reading; corrects the records of those that were only refused. */
const findFalselyBooked = async (
  rereader: Rereader,
  tx: Tx,
  {
    from,
    to,
    falsely,
    untrue,
  }: { from: bigint; to: bigint; falsely: readonly FalseEvent[]; untrue: readonly FalseRow[] },
): Promise<number> => {
  const suspended = Map.groupBy(
    untrue.map(({ row }) => row),
    (row) => placeOf(logOf(row)),
  )
  const refused = falsely.filter((one) => isRefusedByAll(rereader, suspended.get(placeOf(one)) ?? []))
  for (const one of refused) await replaceHandled(tx, one)
  const open = await keepFalseEvents(
    tx,
    falsely.filter((one) => !refused.includes(one)),
    { from, to, at: rereader.now() },
  )
  for (const { blockNumber, logIndex, own } of open)
    rereader.logger.error(
      { block: String(blockNumber), logIndex, txHash: own?.txHash ?? 'none', ownIndex: own?.logIndex },
      'an event was booked that the chain has otherwise',
    )
  return open.length
}

/**
 * Books the logs that were not handled, and the suspended events of the same blocks, in the order of the
 * chain, in one transaction, under the indexer's own lock, so that nothing is booked twice. A suspended event
 * that differs on chain is replaced first; a booked one that differs is recorded for a person. `logs`: all of
 * the blocks from `from` to `to`.
 */
export const bookMissing = (
  rereader: Rereader,
  { from, to, logs }: { from: bigint; to: bigint; logs: readonly TimedLog[] },
): Promise<RereadCounts> =>
  rereader.database.transaction(async (tx) => {
    const { timestamp } = (await readChainClock(tx, { forUpdate: true })) as ChainNow
    const { chainId } = rereader
    const handled = await readHandled(tx, { from, to })
    const { falsely, missing } = compareHandled(handled, logs)
    const untrue = falseRowsAmong(await readSuspended(tx, { from, to, chainId }), { logs, falsely })
    const counts = {
      found: logs.length,
      alreadyBooked: logs.length - missing.length,
      bookedFalsely: await findFalselyBooked(rereader, tx, { from, to, falsely, untrue }),
      replaced: untrue.length,
    }
    if (missing.length + untrue.length === 0) return { ...counts, booked: 0, refused: 0 }
    await replaceSuspended(rereader, tx, untrue)
    const otherKind = untrue.flatMap((one) => (one.own && !isOfOneKind(one) ? [one.own] : []))
    const unhandled = [...new Set([...missing, ...otherKind])]
    const suspended = await readSuspended(tx, { from, to, chainId })
    const outcome = await bookInOrder(rereader, tx, inOrder(unhandled, suspended))
    await recordHandled(tx, missing)
    await addToNumbers(tx, { counts: countsOf(rereader, { missing, untrue }), at: timestamp })
    return { ...counts, ...outcome }
  })
