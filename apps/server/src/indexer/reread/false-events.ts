/** Booked events that differ on chain, or are not there. */
import { placeOf } from '../../platform/chain/chain-events.ts'
import type { Tx } from '../../platform/database/database.ts'
import { contentOf, fingerprintsOf, UNKNOWN } from '../completeness/fingerprint.ts'
import type { HandledEvent } from '../completeness/record-range.ts'
import type { TimedLog } from '../fetch-range.ts'

/** An event that its handlers got, and that the chain has otherwise or not at all. */
export interface FalseEvent extends HandledEvent {
  /** The chain's own event: the same one at its own place, else another one at this place. */
  readonly own: TimedLog | undefined
}

type Identity = Pick<HandledEvent, 'blockNumber' | 'logIndex' | 'fingerprint'>

/** The resolution of a record that was closed by a later reading, not by a person. */
const FOUND_AS_BOOKED = 'the chain has it as it was booked'

const byPlace = (event: Identity): string => String(placeOf(event))

/** Finds for each event one of the logs that has the same key; a log is found once. */
const pairUp = <E extends Identity>(
  events: readonly E[],
  logs: Set<TimedLog & Identity>,
  keyOf: (event: Identity) => string,
): Map<E, TimedLog> => {
  const byKey = Map.groupBy(logs, keyOf)
  const pairs = new Map<E, TimedLog>()
  for (const event of events) {
    const log = byKey.get(keyOf(event))?.shift()
    if (!log) continue
    pairs.set(event, log)
    logs.delete(log)
  }
  return pairs
}

/**
 * Compares handled events with the logs on chain. `logs`: all of these blocks. Each log is matched with at most
 * one event, in this order:
 * 1. An event with the log's place, content and transaction: booked correctly.
 * 2. An event without a fingerprint (kept by an older program) at the log's place: taken as correct.
 * 3. An event with the log's place and content, in another transaction: false.
 * 4. An event with the log's content, at another place in the same block: false.
 * 5. An event at the log's place, with another content: false.
 * An event that is left over is false and has no log of its own. A log that is left over is missing.
 */
export const compareHandled = (
  handled: readonly HandledEvent[],
  logs: readonly TimedLog[],
): { readonly falsely: readonly FalseEvent[]; readonly missing: readonly TimedLog[] } => {
  const fingerprints = fingerprintsOf(logs)
  const open = new Set(logs.map((log, at) => ({ ...log, fingerprint: fingerprints[at] as string })))
  const [unknown, known] = [true, false].map((is) =>
    handled.filter(({ fingerprint }) => (fingerprint === UNKNOWN) === is),
  ) as [HandledEvent[], HandledEvent[]]
  const right = pairUp(known, open, (event) => `${byPlace(event)} ${event.fingerprint}`)
  pairUp(unknown, open, byPlace)
  const untrue = known.filter((event) => !right.has(event))
  const own = new Map<HandledEvent, TimedLog>()
  for (const keyOf of [
    (event: Identity) => `${byPlace(event)} ${contentOf(event.fingerprint)}`,
    ({ blockNumber, fingerprint }: Identity) => `${blockNumber} ${contentOf(fingerprint)}`,
    byPlace,
  ]) {
    const unpaired = untrue.filter((event) => !own.has(event))
    for (const [event, log] of pairUp(unpaired, open, keyOf)) own.set(event, log)
  }
  return { falsely: untrue.map((event) => ({ ...event, own: own.get(event) })), missing: [...open] }
}

/**
 * Records falsely booked events of these blocks, for a person to correct, and closes records whose event is
 * now found as booked. Opens a record again that was closed so; one that a person resolved stays closed.
 * Returns the open ones.
 */
export const keepFalseEvents = async (
  tx: Tx,
  falsely: readonly FalseEvent[],
  { from, to, at }: { from: bigint; to: bigint; at: Date },
): Promise<readonly FalseEvent[]> => {
  const first = [...new Map(falsely.map((one) => [placeOf(one), one])).values()]
  const places = [first.map(({ blockNumber }) => blockNumber), first.map(({ logIndex }) => logIndex)] as const
  await tx.query({
    text: `UPDATE false_event SET resolved_at = $1, resolution = $6
      WHERE resolved_at IS NULL AND block_number BETWEEN $2 AND $3
        AND (block_number, log_index) NOT IN (SELECT * FROM unnest($4::bigint[], $5::integer[]))`,
    values: [at, from, to, ...places, FOUND_AS_BOOKED],
  })
  if (first.length === 0) return []
  const { rows } = await tx.query<{ block_number: bigint; log_index: number }>({
    text: `INSERT INTO false_event AS f (block_number, log_index, tx_hash)
      SELECT * FROM unnest($1::bigint[], $2::integer[], $3::text[])
      ON CONFLICT (block_number, log_index) DO UPDATE
        SET tx_hash = excluded.tx_hash, resolved_at = NULL, resolution = NULL
        WHERE f.resolved_at IS NULL OR f.resolution = $4
      RETURNING block_number, log_index`,
    values: [...places, first.map(({ own }) => own?.txHash ?? null), FOUND_AS_BOOKED],
  })
  const open = new Set(
    rows.map((row) => placeOf({ blockNumber: row.block_number, logIndex: Number(row.log_index) })),
  )
  return falsely.filter((one) => open.has(placeOf(one)))
}
