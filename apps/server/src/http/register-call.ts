/** One call of the protocol as a Fastify route: everything around its handler. */
import type { Call } from '@dr/protocol/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireRunning } from '../modules/parameters/index.ts'
import type { WallClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Caller, Route } from '../platform/route.ts'
import { succeed } from './answer.ts'
import { checkTimestamp, receiveEnvelope } from './request/envelope.ts'
import type { LimitOf } from './request/limits.ts'
import type { ReplayGuard } from './request/replay.ts'
import type { RequestKeys } from './request/request-keys.ts'
import { authorize, isSignedIn } from './request/session.ts'
import { parseInput, parseOutput } from './request/validate.ts'
import type { ResponseCache } from './response-cache.ts'

export interface CallDependencies {
  readonly replay: ReplayGuard
  readonly keys: RequestKeys
  readonly limitOf: LimitOf
  readonly now: WallClock
  /** Wallets that may make an operator's calls, lower case; checked on each call. */
  readonly operators: ReadonlySet<string>
  /** For the features that operators have stopped. */
  readonly database: Database
  /** Cache of responses that are the same for every caller. */
  readonly responses: ResponseCache
}

/** The path as it was sent, without its query: the envelope was sealed for it. */
const pathOf = (url: string): string => url.split('?', 1)[0] as string

/** Opens the envelope and finds the caller, the cheapest checks first. */
const receive = async (
  { call }: Route,
  request: FastifyRequest,
  dependencies: CallDependencies,
): Promise<{ body: unknown; caller: Caller | undefined }> => {
  const { now, operators } = dependencies
  const { headers, body, method, url, session } = request
  const sealed =
    call.method === 'POST' && body !== undefined
      ? await receiveEnvelope(dependencies, {
          headers,
          body,
          method,
          path: pathOf(url),
          hasSession: isSignedIn(session, now()),
        })
      : undefined
  const caller = authorize(session, call.access, headers, { now: now(), operators })
  if (call.feature) await requireRunning(dependencies.database.read, call.feature)
  if (call.method === 'GET') return { body: request.query, caller }
  return { body: sealed ? await sealed.open() : {}, caller }
}

const answer = async (route: Route, request: FastifyRequest, dependencies: CallDependencies) => {
  const { call } = route
  const params = parseInput(call.params, request.params)
  const { body, caller } = await receive(route, request, dependencies)
  const input = parseInput(call.request, body)
  const answered = await route.handle({
    params,
    body: input,
    caller,
    request: {
      id: request.id,
      ip: request.ip,
      host: request.host,
      log: request.log,
      userAgent: request.headers['user-agent'],
    },
  })
  return parseOutput(call.response, answered, call.name)
}

const JSON_TEXT = 'application/json; charset=utf-8'

/** Whether every caller gets the same response: public, without a body or path parameter. */
const isSharedAnswer = ({ access, method, path }: Call): boolean =>
  access === 'public' && method === 'GET' && !path.includes(':')

/**
 * Registers a call: rate limit, timestamp, envelope, access, validation both ways, response. GETs have no
 * envelope; a POST without a body is an empty request, one with a body must be encrypted.
 */
export const registerCall = (app: FastifyInstance, route: Route, dependencies: CallDependencies): void => {
  const { call } = route
  const limit = dependencies.limitOf(call)
  app.route({
    method: call.method,
    url: call.path,
    // HEAD would run the handler only to discard its response.
    exposeHeadRoute: false,
    config: { call },
    onRequest: async (request) => {
      await limit(request)
      if (call.method === 'POST') checkTimestamp(request.headers, dependencies.now())
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const make = async () => succeed(call.answer, await answer(route, request, dependencies))
      void reply.header('cache-control', 'no-store')
      if (!isSharedAnswer(call)) return reply.send(await make())
      const text = await dependencies.responses.of(request.url, async () => JSON.stringify(await make()))
      return reply.header('content-type', JSON_TEXT).send(text)
    },
  })
}
