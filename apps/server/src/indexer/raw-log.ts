/**
 * Reading `eth_getLogs` answers, by hand: there may be a million logs, and a schema library takes longer over
 * one than the database does. Every field that is used is checked.
 */

import type { Hex } from 'viem'
import type { LowerHex } from '../platform/hex.ts'
import { RpcInconsistentError } from './errors.ts'

/** An event as the node gives it; hex in lower case. */
export interface RawLog {
  readonly address: LowerHex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: bigint
  readonly blockHash: LowerHex
  readonly txHash: LowerHex
  readonly logIndex: number
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
    logIndex: Number(readQuantity('logIndex', log.logIndex)),
  }
}

const inOrder = (a: RawLog, b: RawLog): number =>
  a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1

/**
 * The logs of several answers in the order of the chain; one that fits two questions comes once.
 * @throws RpcInconsistentError when an answer is none.
 */
export const readLogs = (answers: readonly unknown[]): RawLog[] => {
  const logs = answers.flatMap((answer) => {
    if (!Array.isArray(answer)) throw unreadable('list', answer)
    return answer.map(readLog)
  })
  return logs.sort(inOrder).filter((log, index) => {
    const before = logs[index - 1]
    return before?.blockNumber !== log.blockNumber || before.logIndex !== log.logIndex
  })
}
