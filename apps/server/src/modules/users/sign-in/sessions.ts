/** Sessions: 32-byte tokens, hashed at rest, 24 hours, revocable (docs/product.md 11). Wall time. */

import { createHash, randomBytes } from 'node:crypto'
import { SESSION_LIFETIME_MS } from '@dr/protocol/constants'
import type { Hex } from 'viem'
import { createBatcher, fulfilled, type Settled } from '../../../platform/batcher.ts'
import { arrayLiteral } from '../../../platform/database/array-literal.ts'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { type UserId, userIdOf } from '../../../platform/ids.ts'
import { makeToken, TOKEN_RANDOM_BYTES } from './session-token.rules.ts'

/** Announcement of ended sessions, by id. */
export const SESSIONS_ENDED = 'sessions-ended'
/** A further sign-in ends the user's oldest session (1007 there). */
const SESSIONS_PER_USER_MAX = 10

const hashOf = (token: string): Hex => `0x${createHash('sha256').update(token).digest('hex')}`

/** Announces ended sessions, so that every process closes their open streams. */
const announceEnded = (tx: Tx, sessions: readonly { readonly id: bigint }[]): Promise<void> =>
  tx.announce({ topic: SESSIONS_ENDED, of: sessions.map(({ id }) => Number(id)) })

/** Inputs of a new session. */
export interface NewSession {
  /** Key of the token's MAC. */
  readonly secret: Uint8Array
  readonly now: Date
  readonly device: string | null
}

export const createSession = async (
  tx: Tx,
  input: NewSession & { readonly userId: UserId },
): Promise<{ readonly token: string; readonly expiresAt: Date }> => {
  const token = makeToken(input.secret, randomBytes(TOKEN_RANDOM_BYTES))
  const expiresAt = new Date(input.now.getTime() + SESSION_LIFETIME_MS)
  // Serializes a user's sign-ins: two that end the same old sessions could deadlock.
  await tx.query({
    name: 'users_lock_for_session',
    text: 'SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE',
    values: [input.userId],
  })
  const { rows: revoked } = await tx.query<{ id: bigint }>({
    name: 'users_revoke_oldest_sessions',
    text: `UPDATE session SET revoked_at = $2 WHERE id IN (
        SELECT id FROM session WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2
        ORDER BY id DESC OFFSET $3) RETURNING id`,
    values: [input.userId, input.now, SESSIONS_PER_USER_MAX - 1],
  })
  await announceEnded(tx, revoked)
  await tx.query({
    name: 'users_create_session',
    text: 'INSERT INTO session (user_id, token_hash, created_at, expires_at, device) VALUES ($1, $2, $3, $4, $5)',
    values: [input.userId, hashOf(token), input.now, expiresAt, input.device],
  })
  return { token, expiresAt }
}

export interface SessionRecord {
  readonly sessionId: bigint
  readonly userId: UserId
  readonly address: LowerHex
  readonly activated: boolean
  readonly expiresAt: Date
  readonly revoked: boolean
}

interface SessionRow {
  id: bigint
  user_id: bigint
  address: LowerHex
  activated: boolean
  expires_at: Date
  revoked: boolean
  token_hash: string
}

const recordOf = (row: SessionRow): SessionRecord => ({
  sessionId: row.id,
  userId: userIdOf(row.user_id),
  address: row.address,
  activated: row.activated,
  expiresAt: row.expires_at,
  revoked: row.revoked,
})

const findSessions = async (
  reader: Reader,
  tokens: readonly string[],
): Promise<Settled<SessionRecord | undefined>[]> => {
  const hashes = tokens.map(hashOf)
  const { rows } = await reader.query<SessionRow>({
    name: 'users_find_sessions',
    text: `SELECT s.id, s.user_id, u.address, u.activated_at IS NOT NULL AS activated, s.expires_at,
        s.revoked_at IS NOT NULL AS revoked, s.token_hash
      FROM session s JOIN users u ON u.id = s.user_id WHERE s.token_hash = ANY($1::text[])`,
    values: [arrayLiteral(hashes)],
  })
  const found = new Map<string, SessionRecord>(rows.map((row) => [row.token_hash, recordOf(row)]))
  return hashes.map((hash) => fulfilled(found.get(hash)))
}

/** The session of a token, in any state; undefined if it was never issued (or its session was deleted). */
export type FindSession = (token: string) => Promise<SessionRecord | undefined>

/** Finds sessions; concurrent look-ups share a query. */
export const createSessionFinder = (reader: () => Reader): FindSession =>
  createBatcher({ run: (tokens: readonly string[]) => findSessions(reader(), tokens) })

export const revokeSession = async (
  tx: Tx,
  input: { readonly sessionId: bigint; readonly now: Date },
): Promise<void> => {
  await tx.query({
    name: 'users_revoke_session',
    text: 'UPDATE session SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL',
    values: [input.sessionId, input.now],
  })
  await announceEnded(tx, [{ id: input.sessionId }])
}

export interface OpenSession {
  readonly id: bigint
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly device: string | null
}

/** A user's sessions that are neither expired nor revoked, newest first. */
export const openSessions = async (
  reader: Reader,
  { userId, now }: { readonly userId: UserId; readonly now: Date },
): Promise<OpenSession[]> => {
  const { rows } = await reader.query<OpenSession>({
    name: 'users_open_sessions',
    text: `SELECT id, created_at AS "createdAt", expires_at AS "expiresAt", device FROM session
      WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2 ORDER BY id DESC`,
    values: [userId, now],
  })
  return rows
}

/**
 * Ends one session of the user, or all but `except`; returns how many were open. Never affects other users.
 */
export const revokeSessionsOf = async (
  tx: Tx,
  input: { readonly userId: UserId; readonly now: Date } & (
    | { readonly only: bigint }
    | { readonly except: bigint }
  ),
): Promise<number> => {
  const [name, which, id] = 'only' in input ? ['one', '=', input.only] : ['others', '<>', input.except]
  const { rows } = await tx.query<{ id: bigint }>({
    name: `users_revoke_session_${name}`,
    text: `UPDATE session SET revoked_at = $3
      WHERE user_id = $1 AND id ${which} $2 AND revoked_at IS NULL AND expires_at > $3 RETURNING id`,
    values: [input.userId, id, input.now],
  })
  await announceEnded(tx, rows)
  return rows.length
}
