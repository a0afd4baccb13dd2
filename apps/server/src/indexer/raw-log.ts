/**
 * Reading `eth_getLogs` answers, by hand: there may be a million logs, and a schema library takes longer over
 * one than the database does. Every field that is used is checked.
 */

import type { LowerHex } from '../platform/hex.ts'
import { RpcInconsistentError, WrongLogsError } from './errors.ts'
import { type EventLog, isSameLog } from './event-log.ts'

/** An event as the node gives it. */
export interface RawLog extends EventLog {
  /** Place of its transaction in the block. */
  readonly txIndex: number
}

const HEX_FORM = /^0x[0-9a-f]*$/
const QUANTITY_FORM = /^0x[0-9a-f]{1,16}$/

const unreadable = (field: string, value: unknown): RpcInconsistentError =>
  new RpcInconsistentError(`eth_getLogs: a log whose ${field} we cannot read: ${JSON.stringify(value)}`)

const readHex = (field: string, value: unknown): LowerHex => {
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  if (!HEX_FORM.test(text)) throw unreadable(field, value)
  return text as LowerHex
}

const readQuantity = (field: string, value: unknown): bigint => {
  if (typeof value !== 'string' || !QUANTITY_FORM.test(value)) throw unreadable(field, value)
  return BigInt(value)
}

const readLog = (value: unknown): RawLog => {
  const log = (value ?? {}) as Record<string, unknown>
  if (!Array.isArray(log.topics)) throw unreadable('topics', log.topics)
  if (log.removed !== undefined && log.removed !== false) throw unreadable('removed', log.removed)
  return {
    address: readHex('address', log.address),
    topics: log.topics.map((topic: unknown) => readHex('topics', topic)),
    data: readHex('data', log.data),
    blockNumber: readQuantity('blockNumber', log.blockNumber),
    blockHash: readHex('blockHash', log.blockHash),
    txHash: readHex('transactionHash', log.transactionHash),
    txIndex: Number(readQuantity('transactionIndex', log.transactionIndex)),
    logIndex: Number(readQuantity('logIndex', log.logIndex)),
  }
}

const inOrder = (a: RawLog, b: RawLog): number =>
  a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1

const wrong = ({ blockNumber, logIndex }: RawLog, what: string): WrongLogsError =>
  new WrongLogsError(`${what} log ${logIndex} of block ${blockNumber}`)

/**
 * The logs of several answers in the order of the chain; one that fits two questions comes once.
 * @throws RpcInconsistentError when an answer is none, WrongLogsError when two logs have one place, or a
 * transaction comes before one that is before it in the block.
 */
export const readLogs = (answers: readonly unknown[]): RawLog[] => {
  const logs = answers.flatMap((answer) => {
    if (!Array.isArray(answer)) throw unreadable('list', answer)
    return answer.map(readLog)
  })
  return logs.sort(inOrder).filter((log, index) => {
    const before = logs[index - 1]
    if (before?.blockNumber !== log.blockNumber) return true
    if (before.txIndex > log.txIndex) throw wrong(log, 'an earlier transaction has')
    if (before.logIndex !== log.logIndex) return true
    if (!isSameLog(before, log)) throw wrong(log, 'it has two of')
    return false
  })
}
