/** Records of the processed blocks, written in the transaction of their events. */
import { type KeptNumber, readChainNumbers } from '../../platform/chain/chain-numbers.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { Header } from '../chain-reader.ts'
import type { EventLog } from '../event-log.ts'
import { addToNumber, advanceNumber } from './advance-number.rules.ts'
import type { Counts, Said } from './count-events.ts'
import { fingerprintOf, fingerprintsOf, splitFingerprints, UNKNOWN } from './fingerprint.ts'

/**
 * Adds to the records of these blocks. Fingerprints that an older program did not store are zeros, so that
 * each is at the place of its log's index.
 */
export const recordHandled = async (tx: Tx, logs: readonly EventLog[]): Promise<void> => {
  if (logs.length === 0) return
  const blocks = Map.groupBy(logs, ({ blockNumber }) => blockNumber)
  await tx.query({
    name: 'handled_block_add',
    text: `INSERT INTO handled_block AS h (block_number, log_indexes, fingerprints)
      SELECT block_number, log_indexes::integer[], decode(fingerprints, 'hex')
      FROM unnest($1::bigint[], $2::text[], $3::text[]) AS b (block_number, log_indexes, fingerprints)
      ON CONFLICT (block_number) DO UPDATE SET log_indexes = h.log_indexes || excluded.log_indexes,
        fingerprints = coalesce(h.fingerprints, '') || decode(repeat('00',
          16 * cardinality(h.log_indexes) - coalesce(length(h.fingerprints), 0)), 'hex') || excluded.fingerprints`,
    values: [
      [...blocks.keys()],
      [...blocks.values()].map((some) => `{${some.map(({ logIndex }) => logIndex).join()}}`),
      [...blocks.values()].map((some) => fingerprintsOf(some).join('')),
    ],
  })
}

/** An event that was passed to its handlers. */
export interface HandledEvent {
  readonly blockNumber: bigint
  readonly logIndex: number
  readonly fingerprint: string
  /** Which of its block's it is in the record, from 1. */
  readonly position: number
}

export const readHandled = async (
  reader: Reader,
  { from, to }: { from: bigint; to: bigint },
): Promise<readonly HandledEvent[]> => {
  const { rows } = await reader.query<{
    block_number: bigint
    log_indexes: number[]
    fingerprints: string | null
  }>({
    name: 'handled_block_read',
    text: `SELECT block_number, log_indexes, encode(fingerprints, 'hex') AS fingerprints FROM handled_block
      WHERE block_number BETWEEN $1 AND $2`,
    values: [from, to],
  })
  return rows.flatMap(({ block_number: blockNumber, log_indexes, fingerprints }) => {
    const split = splitFingerprints(fingerprints, log_indexes.length)
    return log_indexes.map((index, at) => ({
      blockNumber,
      logIndex: Number(index),
      fingerprint: split[at] ?? UNKNOWN,
      position: at + 1,
    }))
  })
}

/** Keeps another event in place of one that the handlers refused. None: nothing is known of its place. */
export const replaceHandled = async (
  tx: Tx,
  { blockNumber, logIndex, position, own }: HandledEvent & { readonly own: EventLog | undefined },
): Promise<void> => {
  await tx.query({
    text: `UPDATE handled_block SET log_indexes[$2::integer] = $3::integer,
        fingerprints = overlay(fingerprints PLACING decode($4, 'hex') FROM 16 * $2::integer - 15)
      WHERE block_number = $1`,
    values: [blockNumber, position, own?.logIndex ?? logIndex, own ? fingerprintOf(own) : UNKNOWN],
  })
}

/**
 * Records the blocks from `first` to `last`, processed after `cursor`: they extend its span, or begin one.
 */
export const recordSpan = async (tx: Tx, { first, last }: { first: bigint; last: bigint }): Promise<void> => {
  const { rowCount } = await tx.query({
    name: 'handled_span_lengthen',
    text: 'UPDATE handled_span SET last_block = $2 WHERE last_block = $1',
    values: [first - 1n, last],
  })
  if (rowCount > 0) return
  await tx.query({
    text: 'INSERT INTO handled_span (first_block, last_block) VALUES ($1, $2)',
    values: [first, last],
  })
}

/** The spans that overlap these blocks, clipped to them, in order. */
export const readSpans = async (
  reader: Reader,
  { from, to }: { from: bigint; to: bigint },
): Promise<{ first: bigint; last: bigint }[]> => {
  const { rows } = await reader.query<{ first: bigint; last: bigint }>({
    text: `SELECT greatest(first_block, $1) AS first, least(last_block, $2) AS last FROM handled_span
      WHERE last_block >= $1 AND first_block <= $2 ORDER BY first_block`,
    values: [from, to],
  })
  return rows
}

const storeNumbers = async (tx: Tx, numbers: readonly KeptNumber[]): Promise<void> => {
  if (numbers.length === 0) return
  await tx.query({
    name: 'chain_number_store',
    text: `INSERT INTO chain_number (name, booked, gap, counted_to, agreed_block, agreed_at)
      SELECT * FROM unnest($1::text[], $2::numeric[], $3::numeric[], $4::bigint[], $5::bigint[], $6::bigint[])
      ON CONFLICT (name) DO UPDATE SET booked = excluded.booked, gap = excluded.gap,
        counted_to = excluded.counted_to, agreed_block = excluded.agreed_block, agreed_at = excluded.agreed_at`,
    values: [
      numbers.map(({ name }) => name),
      numbers.map(({ booked }) => booked),
      numbers.map(({ gap }) => gap),
      numbers.map(({ countedTo }) => countedTo),
      numbers.map(({ agreed }) => agreed?.block ?? null),
      numbers.map(({ agreed }) => agreed?.at ?? null),
    ],
  })
}

/** Moves the numbers over a range, under the clock's lock. */
export const advanceNumbers = async (
  tx: Tx,
  {
    cursor,
    to,
    counts,
    said,
  }: { cursor: bigint | undefined; to: Header; counts: Counts; said: Said | undefined },
): Promise<void> => {
  if (counts.size === 0) return
  const kept = new Map((await readChainNumbers(tx)).map((number) => [number.name, number]))
  const moved = [...counts].map(([name, added]) =>
    advanceNumber(kept.get(name), name, { cursor, to, added, said: said?.get(name) }),
  )
  await storeNumbers(
    tx,
    moved.filter((number) => number !== undefined),
  )
}

/**
 * Adds booked events of blocks that were processed before, under the clock's lock. `at`: the clock's time.
 */
export const addToNumbers = async (tx: Tx, { counts, at }: { counts: Counts; at: bigint }): Promise<void> => {
  const numbers = await readChainNumbers(tx)
  await storeNumbers(
    tx,
    numbers.flatMap((kept) => {
      const added = counts.get(kept.name) ?? 0n
      return added === 0n ? [] : [addToNumber(kept, { added, at })]
    }),
  )
}
