/** Seen requests, by the SHA-256 of their `key` header, shared by all replicas (docs/product.md 11). */

import { createHash } from 'node:crypto'
import { REQUEST_CLOCK_SKEW_MS } from '@dr/protocol/constants'
import type { Hex } from 'viem'
import { createBatcher, fulfilled, type Settled } from '../../platform/batcher.ts'
import { arrayLiteral } from '../../platform/database/array-literal.ts'
import { type Database, FLUSHED_LATER, type Reader, type Tx } from '../../platform/database/database.ts'

export const keyHashOf = (keyHeader: string): Hex =>
  `0x${createHash('sha256').update(keyHeader).digest('hex')}`

interface SeenRequest {
  readonly keyHash: Hex
  /** Milliseconds, from its header. */
  readonly timestamp: number
}

export interface ReplayGuard {
  isSeen(keyHash: Hex): Promise<boolean>
  /**
   * Remembers a decrypted request; false if it is remembered already. Stored until its timestamp is too old
   * to be accepted, plus the clock skew between replicas.
   */
  remember(request: SeenRequest): Promise<boolean>
}

const seenAmong = async (reader: Reader, keyHashes: readonly Hex[]): Promise<Settled<boolean>[]> => {
  const { rows } = await reader.query<{ key_hash: string }>({
    name: 'http_seen_among',
    text: 'SELECT key_hash FROM seen_request WHERE key_hash = ANY($1::text[])',
    values: [arrayLiteral(keyHashes)],
  })
  const seen = new Set<string>(rows.map(({ key_hash }) => key_hash))
  return keyHashes.map((keyHash) => fulfilled(seen.has(keyHash)))
}

/**
 * For a repeated request only the first is new. Flushed to disk with the request's effects, if it has any.
 */
const rememberAll = async (tx: Tx, requests: readonly SeenRequest[]): Promise<Settled<boolean>[]> => {
  const byKey = new Map(requests.toReversed().map((request) => [request.keyHash, request]))
  const { rows } = await tx.query<{ key_hash: string }>({
    name: 'http_remember_all',
    text: `INSERT INTO seen_request (key_hash, forget_at)
      SELECT key_hash, forget_at
      FROM unnest($1::text[], $2::timestamptz[]) AS r (key_hash, forget_at), ${FLUSHED_LATER}
      ORDER BY key_hash ON CONFLICT DO NOTHING RETURNING key_hash`,
    values: [
      arrayLiteral([...byKey.keys()]),
      [...byKey.values()].map(({ timestamp }) => new Date(timestamp + 2 * REQUEST_CLOCK_SKEW_MS)),
    ],
  })
  const fresh = new Set<string>(rows.map(({ key_hash }) => key_hash))
  return requests.map((request) =>
    fulfilled(fresh.has(request.keyHash) && byKey.get(request.keyHash) === request),
  )
}

/**
 * Requests are decrypted one by one on other threads: without a pause each few of them would be a statement
 * under load.
 */
const LINGER_MS = 5

/** Concurrent requests share a statement. */
export const createReplayGuard = (database: Database): ReplayGuard => ({
  isSeen: createBatcher<Hex, boolean>({ run: (keyHashes) => seenAmong(database.read, keyHashes) }),
  remember: createBatcher<SeenRequest, boolean>({
    run: (requests) => rememberAll(database.single, requests),
    lingerMs: LINGER_MS,
  }),
})

/** Deletes requests that are too old to be replayed. A tick; idempotent. */
export const forgetRequests = async (tx: Tx, now: Date): Promise<void> => {
  await tx.query({ text: 'DELETE FROM seen_request WHERE forget_at <= $1', values: [now] })
}
