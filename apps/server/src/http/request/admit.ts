/**
 * Whether a request is answered at all, before its body is read. One that has a valid session counts for its
 * account, and for its network address only in a limit that is wide enough for a carrier's customers behind
 * one address; one without counts for its address.
 */
import { HEADERS } from '@dr/protocol/call'
import type { ErrorName } from '@dr/protocol/errors'
import type { FastifyRequest } from 'fastify'
import type { FindSession, SessionRecord } from '../../modules/users/index.ts'
import type { WallClock } from '../../platform/clock.ts'
import { networkOf } from '../../platform/network-of.ts'
import type { LimitedCall, RateLimits } from './limits.ts'
import type { Penalties } from './penalties.ts'
import { isSignedIn, readToken } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session its token names, in whatever state; null: none, or not looked for. */
    session: SessionRecord | null
    /** Its handler has it: what is refused from here on is a user's mistake, and no rubbish. */
    isWellFormed: boolean
  }
}

export interface Admission {
  /** Throws 30003 with `retryAfterSeconds`. Afterwards `request.session` is known. */
  admit(call: LimitedCall, request: FastifyRequest): Promise<void>
  /** The request was refused with `error`. */
  refused(request: FastifyRequest, error: ErrorName): void
}

export const createAdmission = ({
  limits,
  penalties,
  findSession,
  now,
}: {
  readonly limits: RateLimits
  readonly penalties: Penalties
  readonly findSession: FindSession
  readonly now: WallClock
}): Admission => {
  const keyOf = ({ session, ip }: FastifyRequest): string =>
    isSignedIn(session, now()) ? `user:${session.userId}` : `ip:${networkOf(ip)}`
  return {
    admit: async (call, request) => {
      const token = readToken(request.headers[HEADERS.authorization])
      if (token !== undefined) request.session = (await findSession(token)) ?? null
      penalties.check(keyOf(request))
      const { session, ip } = request
      if (!isSignedIn(session, now())) return limits.admitAddress(call, ip, now())
      return limits.admitAccount(call, { userId: session.userId, ip }, now())
    },
    refused: (request, error) => {
      if (!request.isWellFormed) penalties.note(keyOf(request), error)
    },
  }
}
