/**
 * Parses `eth_getLogs` answers without a schema library, which would take longer than the database for a
 * million logs. Every used field is checked.
 */
import type { Hex } from 'viem'
import type { LowerHex } from '../platform/hex.ts'
import { RpcInconsistentError, WrongLogsError } from './errors.ts'
import { type EventLog, isSameLog } from './event-log.ts'

/** An event as returned by the node. */
export interface RawLog extends EventLog {
  /** Index of its transaction in the block. */
  readonly txIndex: number
}

const HEX_FORM = /^0x[0-9a-f]*$/
const QUANTITY_FORM = /^0x[0-9a-f]{1,16}$/

const unreadable = (field: string, value: unknown): RpcInconsistentError =>
  new RpcInconsistentError(`eth_getLogs: a log whose ${field} we cannot read: ${JSON.stringify(value)}`)

const readHex = (field: string, value: unknown): LowerHex => {
  if (typeof value === 'string' && HEX_FORM.test(value)) return value as LowerHex
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  if (!HEX_FORM.test(text)) throw unreadable(field, value)
  return text as LowerHex
}

const readQuantity = (field: string, value: unknown): bigint => {
  if (typeof value !== 'string' || !QUANTITY_FORM.test(value)) throw unreadable(field, value)
  return BigInt(value)
}

type Fields = Readonly<Record<string, unknown>>

/** A log before and after parsing. */
interface Pair {
  readonly raw: Fields
  readonly log: RawLog
}

const readTopics = (values: readonly unknown[], before: readonly Hex[]): Hex[] =>
  values.map((value, index) => {
    const same = before[index]
    return same !== undefined && same === value ? same : readHex('topics', value)
  })

const fieldsOfBlock = (raw: Fields) => ({
  blockNumber: readQuantity('blockNumber', raw.blockNumber),
  blockHash: readHex('blockHash', raw.blockHash),
})

const fieldsOfTransaction = (raw: Fields) => ({
  txHash: readHex('transactionHash', raw.transactionHash),
  txIndex: Number(readQuantity('transactionIndex', raw.transactionIndex)),
})

/**
 * Fields for block, transaction, contract and event that equal the previous log's are not parsed again, and
 * share one string in memory.
 */
const readLog = (value: unknown, before: Pair | undefined): RawLog => {
  const raw = (value ?? {}) as Fields
  const { topics, removed, address } = raw
  if (!Array.isArray(topics)) throw unreadable('topics', topics)
  if (removed !== undefined && removed !== false) throw unreadable('removed', removed)
  const was = before?.raw
  const known = before?.log
  const block =
    known && was?.blockHash === raw.blockHash && was?.blockNumber === raw.blockNumber
      ? known
      : fieldsOfBlock(raw)
  const transaction =
    known && was?.transactionHash === raw.transactionHash && was?.transactionIndex === raw.transactionIndex
      ? known
      : fieldsOfTransaction(raw)
  return {
    address: known && was?.address === address ? known.address : readHex('address', address),
    topics: readTopics(topics, known?.topics ?? []),
    data: readHex('data', raw.data),
    blockNumber: block.blockNumber,
    blockHash: block.blockHash,
    txHash: transaction.txHash,
    txIndex: transaction.txIndex,
    logIndex: Number(readQuantity('logIndex', raw.logIndex)),
  }
}

const inOrder = (a: RawLog, b: RawLog): number =>
  a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1

const wrong = ({ blockNumber, logIndex }: RawLog, what: string): WrongLogsError =>
  new WrongLogsError(`${what} log ${logIndex} of block ${blockNumber}`)

/**
 * The logs of several answers in the order of the chain; one that matches two requests appears once. @throws
 * RpcInconsistentError for an invalid answer, WrongLogsError for two logs in one place, or transactions out
 * of order.
 */
export const readLogs = (answers: readonly unknown[]): RawLog[] => {
  const logs: RawLog[] = []
  for (const answer of answers) {
    if (!Array.isArray(answer)) throw unreadable('list', answer)
    let before: Pair | undefined
    for (const raw of answer) {
      const log = readLog(raw, before)
      before = { raw, log }
      logs.push(log)
    }
  }
  return logs.sort(inOrder).filter((log, index) => {
    const before = logs[index - 1]
    if (before?.blockNumber !== log.blockNumber) return true
    if (before.txIndex > log.txIndex) throw wrong(log, 'an earlier transaction has')
    if (before.logIndex !== log.logIndex) return true
    if (!isSameLog(before, log)) throw wrong(log, 'it has two of')
    return false
  })
}
