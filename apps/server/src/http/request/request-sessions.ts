import type { IncomingMessage } from 'node:http'
import { HEADERS } from '@dr/protocol/call'
import type { FindSession, SessionRecord } from '../../modules/users/index.ts'
import { readToken } from './session.ts'

export interface RequestSessions {
  /** The session that the request's token names, in whatever state; null: none. Looked up once a request. */
  of(request: IncomingMessage): Promise<SessionRecord | null>
}

export const createRequestSessions = (findSession: FindSession): RequestSessions => {
  const asked = new WeakMap<IncomingMessage, Promise<SessionRecord | null>>()
  const find = async (request: IncomingMessage): Promise<SessionRecord | null> => {
    const token = readToken(request.headers[HEADERS.authorization])
    return token === undefined ? null : ((await findSession(token)) ?? null)
  }
  return {
    of: (request) => {
      const known = asked.get(request)
      if (known) return known
      const found = find(request)
      asked.set(request, found)
      return found
    },
  }
}
