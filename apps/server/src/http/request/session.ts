/** Who makes a call, and whether the call's access level lets them (PRODUCT.md 11 and 14). */
import type { IncomingHttpHeaders } from 'node:http'
import { type Access, HEADERS } from '@dr/protocol/call'
import type { FindSession, SessionRecord } from '../../modules/users/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/route.ts'

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/

/** 1012 without the header, 10003 for what is no token. */
const tokenOf = (header: string | undefined): string => {
  if (header === undefined || header === '') throw new AppError('PLEASE_LOG_IN')
  const token = BEARER.exec(header)?.[1]
  if (token === undefined) throw new AppError('UNAUTHORIZED')
  return token
}

/** The session that a request names, which is neither over nor another wallet's. */
export const findCallerSession = async (
  findSession: FindSession,
  headers: IncomingHttpHeaders,
  now: Date,
): Promise<SessionRecord> => {
  const session = await findSession(tokenOf(headers[HEADERS.authorization]))
  if (!session) throw new AppError('UNAUTHORIZED')
  if (session.revoked) throw new AppError('SESSION_REVOKED')
  if (session.expiresAt.getTime() <= now.getTime()) throw new AppError('SESSION_EXPIRED')
  const connected = headers[HEADERS.address]
  if (connected !== undefined && String(connected).toLowerCase() !== session.address) {
    throw new AppError('SESSION_OF_ANOTHER_ADDRESS')
  }
  return session
}

/**
 * The caller of a call that needs a session; `undefined` on a public call, whose headers are not looked at.
 */
export const authorize = async (
  findSession: FindSession,
  access: Access,
  headers: IncomingHttpHeaders,
  { now, operators }: { readonly now: Date; readonly operators: ReadonlySet<string> },
): Promise<Caller | undefined> => {
  if (access === 'public') return undefined
  const session = await findCallerSession(findSession, headers, now)
  if (access === 'activated' && !session.activated) throw new AppError('USER_NOT_ACTIVATED')
  if (access === 'operator' && !operators.has(session.address)) throw new AppError('FORBIDDEN')
  const { userId, address, activated, sessionId } = session
  return { userId, address, activated, sessionId }
}
