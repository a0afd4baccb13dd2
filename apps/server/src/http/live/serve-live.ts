/** `GET /api/v1/live`: live updates of an app as server-sent events (ADR 0045). */
import type { OutgoingHttpHeaders } from 'node:http'
import { HEADERS, NOTHING } from '@dr/protocol/call'
import { LIVE_PATH } from '@dr/protocol/live'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error.ts'
import type { WallClock } from '../../platform/clock.ts'
import { networkOf } from '../../platform/network-of.ts'
import type { LimitedCall, LimitOf } from '../request/limits.ts'
import { requireSession } from '../request/session.ts'
import { parseInput } from '../request/validate.ts'
import type { LiveHub } from './live-hub.ts'
import { openStream, type StreamOwner } from './open-stream.ts'

/**
 * Limit of openings: a stream is opened again whenever a phone changes its network, and by all apps at once
 * after an update.
 */
const OPENING: LimitedCall = {
  name: 'live',
  limit: 'call',
  ownLimits: { perAddress: { max: 600, perSeconds: 60 }, perAccount: { max: 60, perSeconds: 60 } },
}

/**
 * Open streams of one process. An app has one; a session has one for each tab, and an address one for each of
 * its users.
 */
export const STREAMS_MAX = { session: 6, network: 2_000, all: 20_000 }
const RETRY_AFTER_SECONDS = 60

const lastEventIdOf = ({ headers }: FastifyRequest): string | undefined =>
  headers['last-event-id']?.toString()

export interface LiveDependencies {
  readonly hub: LiveHub
  readonly limitOf: LimitOf
  readonly now: WallClock
}

export const serveLive = (app: FastifyInstance, deps: LiveDependencies): void => {
  const { hub, limitOf, now } = deps

  /** Owner of the requested stream; undefined without the header: the stream of a visitor. */
  const ownerOf = ({ headers, session }: FastifyRequest): StreamOwner | undefined => {
    if (headers[HEADERS.authorization] === undefined) return undefined
    const { userId, sessionId, expiresAt } = requireSession(session, headers, now())
    return { userId, sessionId: Number(sessionId), expiresAt }
  }

  const requireRoom = (stream: { readonly network: string; readonly owner: StreamOwner | undefined }) => {
    const open = hub.count(stream)
    const isFull =
      open.all >= STREAMS_MAX.all ||
      open.network >= STREAMS_MAX.network ||
      open.session >= STREAMS_MAX.session
    if (!isFull) return
    if (open.all >= STREAMS_MAX.all) hub.refused()
    throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } })
  }

  const open = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const askedAt = now().getTime()
    parseInput(NOTHING, request.query) // no token in the URL, which proxies log
    hub.requireListening()
    const owner = ownerOf(request)
    const network = networkOf(request.ip)
    requireRoom({ network, owner })
    reply.hijack()
    const response = reply.raw
    const headers = reply.getHeaders() as OutgoingHttpHeaders
    const stream = openStream(response, { headers, owner, network, now: () => now().getTime() })
    response.on('close', () => hub.remove(stream, 'closed'))
    response.on('error', () => hub.remove(stream, 'closed'))
    // Sent at once: a proxy passes headers on with the first bytes.
    stream.heartbeat()
    hub.add(stream, { lastEventId: lastEventIdOf(request), askedAt })
  }

  app.get(LIVE_PATH, {
    config: { isStream: true },
    exposeHeadRoute: false,
    onRequest: limitOf(OPENING),
    handler: open,
  })
  app.addHook('onReady', () => hub.start())
  // Streams never end by themselves: the server would wait for them.
  app.addHook('preClose', () => hub.stop())
}
