/**
 * Whether a request is answered at all, before its body is read. One that has a valid session counts for its
 * account, and for its network address only in a limit that is wide enough for a carrier's customers behind
 * one address; one without counts for its address.
 */
import type { ErrorName } from '@dr/protocol/errors'
import type { FastifyRequest } from 'fastify'
import type { SessionRecord } from '../../modules/users/index.ts'
import type { WallClock } from '../../platform/clock.ts'
import type { LimitedCall, RateLimits } from './limits.ts'
import { addressKey, type Penalties, refusalFor } from './penalties.ts'
import type { RequestSessions } from './request-sessions.ts'
import { isSignedIn } from './session.ts'

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
  sessions,
  now,
}: {
  readonly limits: RateLimits
  readonly penalties: Penalties
  readonly sessions: RequestSessions
  readonly now: WallClock
}): Admission => {
  const keyOf = ({ session, ip }: FastifyRequest): string =>
    isSignedIn(session, now()) ? `user:${session.userId}` : addressKey(ip)
  return {
    admit: async (call, request) => {
      request.session = await sessions.of(request.raw)
      const seconds = penalties.waitSeconds(keyOf(request))
      if (seconds > 0) {
        penalties.countRefusal()
        throw refusalFor(seconds)
      }
      const { session, ip } = request
      if (!isSignedIn(session, now())) return limits.admitAddress(call, ip, now())
      return limits.admitAccount(call, { userId: session.userId, ip }, now())
    },
    refused: (request, error) => {
      if (!request.isWellFormed) penalties.note(keyOf(request), error)
    },
  }
}
