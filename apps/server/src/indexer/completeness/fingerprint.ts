/** A short fingerprint of an event, stored with its place. */
import { hash } from 'node:crypto'
import type { EventLog } from '../event-log.ts'

/** Hex digits of 8 bytes: enough that no other event with the same fingerprint can be found. */
const PART = 16
/** The event's own content, then its transaction. */
const DIGITS = 2 * PART
/** Fingerprint of an event for which none was stored. */
export const UNKNOWN = '0'.repeat(DIGITS)

const digest = (text: string): string => hash('sha256', text, 'hex').slice(0, PART)

/** They cover everything but the place; the block's hash covers its number. */
export const fingerprintsOf = (logs: readonly EventLog[]): string[] => {
  /** Logs of one transaction come after each other. */
  let before: EventLog | undefined
  let transaction = ''
  return logs.map((log) => {
    const { blockHash, txHash, address, topics, data } = log
    if (before?.txHash !== txHash || before.blockHash !== blockHash) transaction = digest(blockHash + txHash)
    before = log
    return digest(address + topics.join('') + data) + transaction
  })
}

export const fingerprintOf = (log: EventLog): string => fingerprintsOf([log])[0] as string

/** The part that is the same in whatever transaction the event is. */
export const contentOf = (fingerprint: string): string => fingerprint.slice(0, PART)

/** Fingerprints of several events, stored one after the other; missing ones at the end are unknown. */
export const splitFingerprints = (kept: string | null, count: number): string[] =>
  Array.from(
    { length: count },
    (_, index) => (kept ?? '').slice(index * DIGITS, (index + 1) * DIGITS) || UNKNOWN,
  )
