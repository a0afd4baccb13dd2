/** Booked events that differ on chain, or are not there. */
import { placeOf } from '../../platform/chain/chain-events.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fingerprintOf, UNKNOWN } from '../completeness/fingerprint.ts'
import type { Handled, HandledEvent } from '../completeness/record-range.ts'
import type { EventLog } from '../event-log.ts'
import type { TimedLog } from '../fetch-range.ts'

/** A place where a handler got another event than the chain's. */
export interface FalsePlace extends HandledEvent {
  /** The chain's own event there. */
  readonly there: TimedLog | undefined
}

/** `logs`: all of these blocks. Blocks of an older program, which stored no fingerprints, are skipped. */
export const falsePlaces = (handled: Handled, logs: readonly TimedLog[]): FalsePlace[] => {
  const places = new Map(logs.map((log) => [placeOf(log), log]))
  return [...handled].flatMap(([place, event]) => {
    const there = places.get(place)
    const isKnown = event.fingerprint !== UNKNOWN
    return isKnown && (!there || fingerprintOf(there) !== event.fingerprint) ? [{ ...event, there }] : []
  })
}

/**
 * Logs that were not handled. One that was handled at another place is left out: it would be booked twice.
 */
export const unhandledAmong = (
  logs: readonly TimedLog[],
  { handled, falsely }: { handled: Handled; falsely: readonly FalsePlace[] },
): TimedLog[] => {
  const displaced = new Set(falsely.map(({ fingerprint }) => fingerprint))
  const isHandled = (log: EventLog): boolean =>
    handled.has(placeOf(log)) || (displaced.size > 0 && displaced.has(fingerprintOf(log)))
  return logs.filter((log) => !isHandled(log))
}

/**
 * Records falsely booked events of these blocks, for a person to correct, and closes records whose event is
 * now found as booked. Returns the open ones.
 */
export const keepFalseEvents = async (
  tx: Tx,
  falsely: readonly FalsePlace[],
  { from, to, at }: { from: bigint; to: bigint; at: Date },
): Promise<readonly FalsePlace[]> => {
  const places = [
    falsely.map(({ blockNumber }) => blockNumber),
    falsely.map(({ logIndex }) => logIndex),
  ] as const
  await tx.query({
    text: `UPDATE false_event SET resolved_at = $1, resolution = 'the chain has it as it was booked'
      WHERE resolved_at IS NULL AND block_number BETWEEN $2 AND $3
        AND (block_number, log_index) NOT IN (SELECT * FROM unnest($4::bigint[], $5::integer[]))`,
    values: [at, from, to, ...places],
  })
  if (falsely.length === 0) return []
  const { rows } = await tx.query<{ block_number: bigint; log_index: number }>({
    text: `INSERT INTO false_event AS f (block_number, log_index, tx_hash)
      SELECT * FROM unnest($1::bigint[], $2::integer[], $3::text[])
      ON CONFLICT (block_number, log_index) DO UPDATE SET tx_hash = excluded.tx_hash WHERE f.resolved_at IS NULL
      RETURNING block_number, log_index`,
    values: [...places, falsely.map(({ there }) => there?.txHash ?? null)],
  })
  const open = new Set(
    rows.map((row) => placeOf({ blockNumber: row.block_number, logIndex: Number(row.log_index) })),
  )
  return falsely.filter((one) => open.has(placeOf(one)))
}
