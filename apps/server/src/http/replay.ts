/** Requests seen before, by the SHA-256 of their `key` header, shared by all replicas (PRODUCT.md 11). */
import { createHash } from 'node:crypto'
import { REQUEST_CLOCK_SKEW_MS } from '@dr/protocol/constants'
import type { Reader, Tx } from '../platform/database/database.ts'

export const keyHashOf = (keyHeader: string): string =>
  `0x${createHash('sha256').update(keyHeader).digest('hex')}`

export const isSeen = async (reader: Reader, keyHash: string): Promise<boolean> => {
  const { rows } = await reader.query({
    name: 'http.is-seen',
    text: 'SELECT 1 FROM seen_request WHERE key_hash = $1',
    values: [keyHash],
  })
  return rows.length > 0
}

/**
 * Remembers a request that opened; false when somebody was faster. Kept until its timestamp is too old to be accepted,
 * with the clocks' skew between replicas on top.
 */
export const remember = async (
  tx: Tx,
  { keyHash, timestamp }: { readonly keyHash: string; readonly timestamp: number },
): Promise<boolean> => {
  const { rowCount } = await tx.query({
    name: 'http.remember',
    text: 'INSERT INTO seen_request (key_hash, forget_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    values: [keyHash, new Date(timestamp + 2 * REQUEST_CLOCK_SKEW_MS)],
  })
  return rowCount === 1
}

/** Deletes what is too old to be replayed, and buckets that are full again. A tick; idempotent. */
export const forgetRequests = async (tx: Tx, now: Date): Promise<void> => {
  await tx.query({ text: 'DELETE FROM seen_request WHERE forget_at <= $1', values: [now] })
  await tx.query({ text: 'DELETE FROM rate_bucket WHERE full_at <= $1', values: [now] })
}
