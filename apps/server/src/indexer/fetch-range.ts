import type { BlockRef } from '../platform/chain/chain-clock.ts'
import type { ChainReader, Header, LogFilter } from './chain-reader.ts'
import {
  ReorgPastFinalizedError,
  RpcInconsistentError,
  RpcRefusedError,
  RpcUnreachableError,
  WrongHeaderError,
  WrongLogsError,
} from './errors.ts'
import { nextRange, type RangeSize, shrinkRange } from './range-size.rules.ts'
import type { RawLog } from './raw-log.ts'

export type TimedLog = RawLog & { readonly blockTimestamp: bigint }

/** The block before a range. */
export type Parent = Pick<BlockRef, 'hash' | 'timestamp'>

/** Blocks `from`…`to`, with all their events that have a handler, in order. */
export interface FetchedRange {
  readonly from: Header
  readonly to: Header
  /** Headers of its blocks that were requested, by number. */
  readonly headers: ReadonlyMap<bigint, Header>
  readonly logs: readonly TimedLog[]
  /** Size of the next range. */
  readonly size: RangeSize
}

/**
 * A refusal or a time-out may be due to the size of the range; an unreachable endpoint is not. If there is
 * another endpoint, a time-out does not reduce the range: the other one is used.
 */
const isAboutSize = (error: unknown, hasOthers: boolean): boolean =>
  error instanceof RpcRefusedError || (!hasOthers && error instanceof RpcUnreachableError && error.timedOut)

const requireHeader = async (reader: ChainReader, number: bigint): Promise<Header> => {
  const header = await reader.header(number)
  if (!header) throw new RpcInconsistentError(`the node does not have block ${number}, which is final`)
  return header
}

/** Throws if the node does not have block `to`, since its logs are then incomplete. */
const requireRange = async (
  reader: ChainReader,
  filters: readonly LogFilter[],
  range: { from: bigint; to: bigint },
): Promise<{ logs: RawLog[]; to: Header }> => {
  const answer = await reader.range(filters, range)
  if (!answer) throw new RpcInconsistentError(`the node that was asked for logs has no block ${range.to}`)
  return answer
}

/** Checks that logs of the first and the last block have the hashes of their headers. */
const requireSameBlocks = (logs: readonly RawLog[], ends: readonly Header[]): void => {
  const [from, to] = [ends[0], ends.at(-1)]
  for (const log of logs) {
    const end = log.blockNumber === from?.number ? from : log.blockNumber === to?.number ? to : undefined
    const outside = !from || !to || log.blockNumber < from.number || log.blockNumber > to.number
    if (outside || (end && end.hash !== log.blockHash)) {
      throw new RpcInconsistentError(
        `a log of block ${log.blockNumber} (${log.blockHash}) does not fit the headers`,
      )
    }
  }
}

/**
 * Checks that the node which returned the logs has the same last block as the one which returned the headers.
 */
const requireSameEnd = (to: Header, known: readonly Header[]): void => {
  const other = known.find(({ number, hash }) => number === to.number && hash !== to.hash)
  if (other) throw new RpcInconsistentError(`block ${to.number} is ${to.hash} and ${other.hash}`)
}

/**
 * Checks that a log's transaction is that of its block at that index. Neither is covered by the header's
 * hash: only other endpoints reveal one that changes both consistently.
 */
const requireItsTransaction = (log: RawLog, { number, transactions }: Header): void => {
  const there = transactions[log.txIndex]
  if (typeof there === 'string' && there.toLowerCase() === log.txHash) return
  throw new WrongLogsError(
    `log ${log.logIndex} of block ${number} is of transaction ${log.txHash}, and the block has ${there} at place ${log.txIndex}`,
    { log, isThere: false },
  )
}

/**
 * Adds block times to all logs, from each block's header, since no hash covers a time in a log. `headers`:
 * the known ones; the others are requested, and added.
 */
export const addTimes = async (
  reader: ChainReader,
  logs: readonly RawLog[],
  headers: Map<bigint, Header>,
): Promise<TimedLog[]> => {
  const unknown = [...new Set(logs.map(({ blockNumber }) => blockNumber))].filter((one) => !headers.has(one))
  for (const header of await reader.headers(unknown)) headers.set(header.number, header)
  return logs.map((log) => {
    const header = headers.get(log.blockNumber) as Header
    if (header.hash !== log.blockHash)
      throw new RpcInconsistentError(`block ${log.blockNumber} has two hashes`)
    requireItsTransaction(log, header)
    return { ...log, blockTimestamp: header.timestamp }
  })
}

/** Checks that block times never decrease. */
const requireTimeOrder = (
  headers: Iterable<Pick<Header, 'number' | 'timestamp'>>,
  parent: Parent | undefined,
): void => {
  let before = parent?.timestamp ?? 0n
  for (const { number, timestamp } of [...headers].sort((a, b) => (a.number < b.number ? -1 : 1))) {
    if (timestamp < before) throw new WrongHeaderError(`block ${number} is older than one before it`, number)
    before = timestamp
  }
}

/**
 * Fetches the blocks after `parent`, as many as the endpoint returns at once, at most up to `finalized`.
 * Throws `ReorgPastFinalizedError` if the first one does not follow `parent`.
 */
export const fetchRange = async (
  reader: ChainReader,
  input: {
    readonly filters: readonly LogFilter[]
    readonly first: bigint
    readonly parent: Parent | undefined
    readonly finalized: Header
    readonly size: RangeSize
    /** Whether there are other endpoints to ask. */
    readonly hasOthers: boolean
  },
): Promise<FetchedRange> => {
  const { filters, first, parent, finalized } = input
  const headerOf = (number: bigint) =>
    number === finalized.number ? finalized : requireHeader(reader, number)
  const from = await headerOf(first)
  if (parent && from.parentHash !== parent.hash) {
    throw new ReorgPastFinalizedError(
      `block ${from.number} follows ${from.parentHash}, but block ${from.number - 1n} was ${parent.hash} when it was final`,
    )
  }
  let { size } = input
  for (;;) {
    const reach = first + BigInt(size.blocks) - 1n
    const last = reach < finalized.number ? reach : finalized.number
    try {
      const { logs, to } =
        filters.length === 0
          ? { logs: [], to: await headerOf(last) }
          : await requireRange(reader, filters, { from: first, to: last })
      requireSameEnd(to, [from, finalized])
      requireSameBlocks(logs, [from, to])
      const headers = new Map([from, to].map((header) => [header.number, header]))
      const timed = await addTimes(reader, logs, headers)
      requireTimeOrder(headers.values(), parent)
      return {
        from,
        to,
        headers,
        logs: timed,
        size: nextRange(size, { blocks: Number(last - first) + 1, logs: logs.length }),
      }
    } catch (error) {
      const smaller = isAboutSize(error, input.hasOthers)
        ? shrinkRange({ ...size, blocks: Number(last - first) + 1 })
        : undefined
      if (!smaller) throw error
      size = smaller
    }
  }
}
