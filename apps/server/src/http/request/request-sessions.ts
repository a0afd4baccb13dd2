import type { IncomingMessage } from 'node:http'
import { HEADERS } from '@dr/protocol/call'
import type { FindSession, SessionRecord } from '../../modules/users/index.ts'
import { readToken } from './session.ts'

export interface RequestSessions {
  /** The session that the request's token names, in whatever state; null: none. Looked up once a request. */
  of(request: IncomingMessage): Promise<SessionRecord | null>
}

/** Of all requests without a token, most of what is public. */
const NONE: Promise<null> = Promise.resolve(null)

export const createRequestSessions = (findSession: FindSession): RequestSessions => {
  const sessions = new WeakMap<IncomingMessage, Promise<SessionRecord | null>>()
  return {
    of: (request) => {
      const token = readToken(request.headers[HEADERS.authorization])
      if (token === undefined) return NONE
      const known = sessions.get(request)
      if (known) return known
      const found = findSession(token).then((session) => session ?? null)
      sessions.set(request, found)
      return found
    },
  }
}
