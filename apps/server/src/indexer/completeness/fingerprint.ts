/** A short fingerprint of an event, stored with its place. */
import { hash } from 'node:crypto'
import type { EventLog } from '../event-log.ts'

/** Hex digits of 8 bytes: enough that no other event with the same fingerprint can be found. */
const DIGITS = 16
/** Fingerprint of an event for which none was stored. */
export const UNKNOWN = '0'.repeat(DIGITS)

/** Covers everything but the place; the block's hash covers its number. */
export const fingerprintOf = ({ blockHash, txHash, address, topics, data }: EventLog): string =>
  hash('sha256', blockHash + txHash + address + topics.join('') + data, 'hex').slice(0, DIGITS)

/** Fingerprints of several events, stored one after the other; missing ones at the end are unknown. */
export const splitFingerprints = (kept: string | null, count: number): string[] =>
  Array.from(
    { length: count },
    (_, index) => (kept ?? '').slice(index * DIGITS, (index + 1) * DIGITS) || UNKNOWN,
  )
