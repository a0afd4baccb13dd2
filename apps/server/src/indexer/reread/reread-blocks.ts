/** Reads processed blocks again, and books missing events (ADR 0062). */
import type { Database } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { Header } from '../chain-reader.ts'
import { numbersFrom } from '../completeness/ask-endpoints.ts'
import { type ConfirmedRange, type Confirming, confirmLogsAgain } from '../completeness/confirm-logs.ts'
import type { Counts, Said } from '../completeness/count-events.ts'
import { readSpans } from '../completeness/record-range.ts'
import type { Endpoint } from '../endpoint-pool.ts'
import type { Endpoints } from '../endpoints.ts'
import { RpcInconsistentError } from '../errors.ts'
import { fetchRange } from '../fetch-range.ts'
import { type RangeSize, startRange } from '../range-size.rules.ts'
import { repostSuspended } from '../suspense/repost-suspended.ts'
import { bookMissing, type RereadCounts, type Rereader } from './book-missing.ts'

/**
 * Blocks that cannot be read again: not processed yet, or by a program that did not record handled events.
 */
export class BlocksNotKeptError extends FatalError {}

export interface RereadReport extends RereadCounts {
  /** Suspended events of these blocks or later ones that were posted afterwards. */
  readonly reposted: number
}

export interface Blocks {
  readonly from: bigint
  readonly to: bigint
}

/** Maximum number of blocks in a transaction, for which the indexer waits. */
const BLOCKS_MAX = 2_000

/** Numbers are not compared if the state of the previous block is unknown. */
const valuesOf = (said: Said | undefined): Counts =>
  new Map([...(said ?? [])].flatMap(([name, value]) => (value === null ? [] : [[name, value]])))

const headerAt = async ({ reader }: Endpoint, number: bigint): Promise<Header> => {
  const header = await reader.header(number)
  if (!header) throw new RpcInconsistentError(`the node does not have block ${number}, which is final`)
  return header
}

export interface Rereading {
  readonly rereader: Rereader
  readonly endpoints: Endpoints
  readonly confirming: Confirming
}

/** The first of these blocks, as many as fit, with the logs that count. */
const readAgain = async (
  { endpoints, confirming }: Rereading,
  endpoint: Endpoint,
  { first, last, size }: { first: bigint; last: bigint; size: RangeSize },
): Promise<ConfirmedRange> => {
  const range = await fetchRange(endpoint.reader, {
    filters: confirming.filters,
    first,
    parent: undefined,
    finalized: await headerAt(endpoint, last),
    size,
    hasOthers: endpoints.othersOf(endpoint).length > 0,
  })
  await endpoints.confirm(endpoint, range.to)
  const before = valuesOf(await numbersFrom(confirming, endpoint.reader, first - 1n))
  const confirmed = await confirmLogsAgain(confirming, endpoint, { range, before, patient: false })
  if (!confirmed) throw new RpcInconsistentError(`no other endpoint has block ${range.to.number}`)
  return confirmed
}

const rereadSpan = async (rereading: Rereading, { from, to }: Blocks): Promise<RereadCounts> => {
  const total = { found: 0, alreadyBooked: 0, bookedFalsely: 0, booked: 0, refused: 0, replaced: 0 }
  let size = startRange(BLOCKS_MAX)
  for (let first = from; first <= to; ) {
    const range = await rereading.endpoints.withFirst((endpoint) =>
      readAgain(rereading, endpoint, { first, last: to, size }),
    )
    size = range.size
    const blocks = { from: first, to: range.to.number, logs: range.logs }
    const counts = await bookMissing(rereading.rereader, blocks)
    for (const name of Object.keys(total) as (keyof RereadCounts)[]) total[name] += counts[name]
    first = range.to.number + 1n
  }
  return total
}

/**
 * The parts of these blocks with recorded events. Throws `BlocksNotKeptError` if there are others among them.
 */
export const requireKept = async (database: Database, { from, to }: Blocks): Promise<void> => {
  const spans = await readSpans(database.read, { from, to })
  let next = from
  for (const { first, last } of spans) if (first === next) next = last + 1n
  if (next > to && from <= to) return
  const kept = spans.map(({ first, last }) => `${first} to ${last}`).join(', ') || 'none of them'
  throw new BlocksNotKeptError(
    `blocks ${from} to ${to} cannot be read again: of ${kept} it is known which events were booked`,
  )
}

/**
 * Reads the blocks again from all endpoints, and books unhandled events in the chain's order; then posts
 * suspended events from there on (`onlyIfChanged`: if anything was booked or replaced). Idempotent; takes
 * turns with a running indexer.
 */
export const rereadBlocks = async (
  rereading: Rereading,
  blocks: Blocks,
  { onlyIfChanged = false }: { readonly onlyIfChanged?: boolean } = {},
): Promise<RereadReport> => {
  const { database, chainId, handlers, logger, now } = rereading.rereader
  const counts = await rereadSpan(rereading, blocks)
  if (onlyIfChanged && counts.booked + counts.replaced === 0) return { ...counts, reposted: 0 }
  const all = [...handlers.values()].flat()
  const { posted } = await repostSuspended(
    { database, chainId, handlers: all, logger, now },
    { from: blocks.from },
  )
  return { ...counts, reposted: posted.length }
}
