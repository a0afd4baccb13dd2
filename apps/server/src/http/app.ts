/**
 * The HTTP server without the process: tests build this app and inject requests. Paths: `/api/v1/…` and the
 * legacy ones, `/results/…`, `/roots/…`, `/openapi.json` and `/docs`, `/healthz`, `/readyz`, `/metrics`, and the web app
 * at `/`.
 */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import type { Call } from '@dr/protocol/call'
import { REQUEST_BODY_MAX_BYTES, REQUEST_TIMEOUT_MS } from '@dr/protocol/constants'
import type { LivePrices } from '@dr/protocol/live'
import compress from '@fastify/compress'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { type OpenedResult, type ResultName, readResultName } from '../modules/results/index.ts'
import { type EpochFiles, readEpochFileName } from '../modules/roots/index.ts'
import { createSessionFinder } from '../modules/users/index.ts'
import type { Database } from '../platform/database/database.ts'
import type { Route } from '../platform/route.ts'
import type { Tracing } from '../platform/tracing/open-tracing.ts'
import { logRequests } from './access-log.ts'
import { fail } from './answer.ts'
import { closeConnectionsOnShutdown } from './close-connections-on-shutdown.ts'
import { answerOf, type ErrorAnswer, notFound } from './errors.ts'
import { type HealthDependencies, serveHealth } from './health.ts'
import { createLazyLogger } from './lazy-logger.ts'
import { LiveHub } from './live/live-hub.ts'
import { serveLive } from './live/serve-live.ts'
import { createRequestMetrics, measureRequests } from './metrics.ts'
import { createOpenApi } from './openapi.ts'
import { type CallDependencies, registerCall } from './register-call.ts'
import { readJsonBodies } from './request/json-body.ts'
import { createLimits, type LimitDependencies, type LimitedCall } from './request/limits.ts'
import { createReplayGuard } from './request/replay.ts'
import { createResponseCache } from './response-cache.ts'
import { type ContentSecurity, callHeaders, entryPolicy, securityHeaders } from './site/content-security.ts'
import { servePublished } from './site/published.ts'
import { serveSite } from './site/site.ts'
import { traceRequests } from './trace-requests.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The protocol's call, on routes of calls. */
    call?: Call
    /** Whether the response is a stream, which ends with its reader. */
    isStream?: boolean
  }
}

export interface AppDependencies
  extends Omit<CallDependencies, 'replay' | 'limitOf' | 'responses'>,
    Omit<LimitDependencies, 'findSession'>,
    HealthDependencies {
  readonly database: Database
  readonly routes: readonly Route[]
  readonly logger: Logger
  readonly contentSecurity: ContentSecurity
  /** Addresses of proxies whose `x-forwarded-for` is trusted; false: none. */
  readonly trustProxy: boolean | string
  /** A published result, or null. */
  readonly openResult: (name: ResultName) => Promise<OpenedResult | null>
  /** A file of an epoch, or null. */
  readonly openRoots: EpochFiles['open']
  /** Current prices, sent to open streams when they have changed. Throws NO_PRICE. */
  readonly readLivePrices: () => Promise<LivePrices>
  /** Milliseconds for which public responses are cached; default: not at all. */
  readonly publicAnswersKeptMs?: number
  /** Share of the requests that are logged, from 0 to 1, beside each that is slow or fails. */
  readonly accessLogSample: number
  /** Undefined: no traces. */
  readonly tracing: Tracing | undefined
  /** Vite's build of the app; undefined: only the API. */
  readonly siteDirectory: string | undefined
}

/**
 * On-the-fly compression must not cost more than it saves; built assets are precompressed at the highest
 * level.
 */
const BROTLI_QUALITY = 4
const COMPRESS_FROM_BYTES = 1_024
/** Limits of a published file, which is not a call, and whose size grows with the number of holders. */
const PUBLISHED: LimitedCall = {
  name: 'published',
  limit: 'call',
  ownLimits: { perAddress: { max: 120, perSeconds: 60 } },
}

/**
 * Unexpected errors are logged with their stack; temporary ones, of which there may be many, on one short
 * line.
 */
const logFailure = (request: FastifyRequest, error: unknown, answer: ErrorAnswer): void => {
  if (!answer.unexpected) return
  const { url } = request
  if (answer.retryAfterSeconds === undefined) request.log.error({ err: error, url }, 'a request failed')
  else request.log.warn({ reason: String(error), url }, 'a request could not be done now')
}

const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const answer = answerOf(error, request.id)
    logFailure(request, error, answer)
    const retryAfter = answer.retryAfterSeconds ?? answer.data?.retryAfterSeconds
    if (typeof retryAfter === 'number') void reply.header('retry-after', retryAfter)
    const kind = request.routeOptions.config.call?.answer ?? 'api'
    return reply.code(answer.status).header('cache-control', 'no-store').send(fail(kind, answer))
  })
  app.setNotFoundHandler((_, reply) => {
    const answer = notFound()
    return reply.code(answer.status).send(fail('api', answer))
  })
}

/**
 * Ends requests whose client has disconnected: there is no address to count them for, and no reader. The
 * first hook, and synchronous: Node remembers an address that was read while the client was connected.
 */
const dropAbandoned = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const ip: string | undefined = request.ip
    if (ip !== undefined) return done()
    reply.hijack()
    request.raw.destroy()
  })
}

/** The document is created at the first request; the plug-in only serializes it. */
const serveDocs = async (app: FastifyInstance, routes: readonly Route[]): Promise<void> => {
  let document: ReturnType<typeof createOpenApi> | undefined
  const openApi = () => {
    document ??= createOpenApi(routes.map(({ call }) => call))
    return document
  }
  app.get('/openapi.json', async () => openApi())
  await app.register(swagger, { mode: 'static', specification: { document: { toJSON: openApi } as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: (policy) => policy.replace("frame-ancestors 'self'", "frame-ancestors 'none'"),
  })
}

export const createApp = async (dependencies: AppDependencies): Promise<FastifyInstance> => {
  const { database, logger, routes, trustProxy, siteDirectory, now } = dependencies
  const ofPages = await securityHeaders(dependencies.contentSecurity)
  const ofCalls = callHeaders(ofPages)
  const metrics = createRequestMetrics(dependencies.registry)
  const app: FastifyInstance = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    // Failures are logged by the error handler, the others by `logRequests`.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    childLoggerFactory: createLazyLogger,
    bodyLimit: REQUEST_BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: () => randomUUID(),
    // Errors before routing, such as a path that is not UTF-8, get the usual envelope.
    frameworkErrors: (error, request, reply) => {
      const answer = answerOf(error, request.id)
      const plain = reply as FastifyReply // without a route, so without a type
      void plain.code(answer.status).header('cache-control', 'no-store').send(fail('api', answer))
    },
    // On shutdown no new connections are accepted, idle ones are closed, and requests on the others are
    // answered.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy,
  })
  dropAbandoned(app)
  app.addHook('onRequest', async (request, reply) => {
    const headers = request.routeOptions.config.call ? ofCalls : ofPages
    void reply.header('x-request-id', request.id).headers(headers)
  })
  const { tracing, accessLogSample: sample } = dependencies
  const traceIdOf = tracing ? traceRequests(app, tracing) : () => undefined
  logRequests(app, { sample, traceIdOf })
  closeConnectionsOnShutdown(app)
  readJsonBodies(app)
  answerErrors(app)
  measureRequests(app, metrics)
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  })
  const replay = createReplayGuard(database)
  const { publicAnswersKeptMs: keepMs = 0 } = dependencies
  const responses = createResponseCache({ keepMs, now })
  const findSession = createSessionFinder(() => database.read)
  const limitOf = await createLimits(app, { ...dependencies, findSession })
  for (const route of routes) registerCall(app, route, { ...dependencies, replay, limitOf, responses })
  const hub = new LiveHub(dependencies)
  serveLive(app, { hub, limitOf, now })
  serveHealth(app, dependencies)
  const { openResult, openRoots } = dependencies
  await servePublished(app, {
    folders: {
      results: { nameOf: readResultName, open: openResult },
      roots: { nameOf: readEpochFileName, open: ({ epoch, kind }) => openRoots(epoch, kind) },
    },
    limit: limitOf(PUBLISHED),
  })
  await serveDocs(app, routes)
  if (siteDirectory !== undefined)
    await serveSite(app, {
      directory: siteDirectory,
      entryPolicy: (document) => entryPolicy(ofPages, document),
    })
  return app
}
