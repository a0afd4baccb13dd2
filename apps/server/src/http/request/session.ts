/** The caller of a call, and its access level (docs/product.md 11 and 14). */
import type { IncomingHttpHeaders } from 'node:http'
import { type Access, HEADERS } from '@dr/protocol/call'
import type { SessionRecord } from '../../modules/users/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of its token, in any state; null if there is none, or before it is looked up. */
    session: SessionRecord | null
  }
}

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/

/** The token of an `authorization` header; undefined for any other content. */
export const readToken = (header: string | undefined): string | undefined => BEARER.exec(header ?? '')?.[1]

const isOver = ({ expiresAt }: SessionRecord, now: Date): boolean => expiresAt.getTime() <= now.getTime()

/** Whether the session is neither revoked nor expired. */
export const isSignedIn = (session: SessionRecord | null, now: Date): session is SessionRecord =>
  session !== null && !session.revoked && !isOver(session, now)

/**
 * The session of a request, which must be neither ended nor another wallet's. Throws 1012 without the header,
 * 10003 for an invalid token. `found`: the token's session.
 */
export const requireSession = (
  found: SessionRecord | null,
  headers: IncomingHttpHeaders,
  now: Date,
): SessionRecord => {
  if (!headers[HEADERS.authorization]) throw new AppError('PLEASE_LOG_IN')
  if (!found) throw new AppError('UNAUTHORIZED')
  if (found.revoked) throw new AppError('SESSION_REVOKED')
  if (isOver(found, now)) throw new AppError('SESSION_EXPIRED')
  const connected = headers[HEADERS.address]
  if (connected !== undefined && String(connected).toLowerCase() !== found.address) {
    throw new AppError('SESSION_OF_ANOTHER_ADDRESS')
  }
  return found
}

/** The caller of a call that needs a session; undefined on a public call, whose headers are ignored. */
export const authorize = (
  found: SessionRecord | null,
  access: Access,
  headers: IncomingHttpHeaders,
  { now, operators }: { readonly now: Date; readonly operators: ReadonlySet<string> },
): Caller | undefined => {
  if (access === 'public') return undefined
  const session = requireSession(found, headers, now)
  if (access === 'activated' && !session.activated) throw new AppError('USER_NOT_ACTIVATED')
  if (access === 'operator' && !operators.has(session.address)) throw new AppError('FORBIDDEN')
  const { userId, address, activated, sessionId } = session
  return { userId, address, activated, sessionId }
}
