/** Liveness, readiness and metrics, for operators of the server. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { readChainClock } from '../platform/chain/chain-clock.ts'
import type { WallClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { CLOCK_SKEW_MAX_MS } from '../platform/database/database-clock.ts'
import { readForMetrics } from '../platform/gauges/read-for-metrics.ts'
import { readBuildInfo } from '../platform/programs/build-info.ts'
import { showChainClock } from './chain-clock-metrics.ts'
import { showConnections } from './connection-metrics.ts'

const UNAVAILABLE = 503
const FORBIDDEN = 403
const RETRY_AFTER_SECONDS = 5
/** Readiness is public; the database is queried for it at most once in this time. */
const READINESS_KEPT_MS = 1_000
const LOOPBACK = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/

/** Access to the metrics, which show how the business is doing. */
export interface MetricsAccess {
  readonly public: boolean
  /** Required as `authorization: Bearer …`, from any address; undefined: only from this machine. */
  readonly token: string | undefined
}

export interface HealthDependencies {
  readonly database: Database
  readonly now: WallClock
  readonly registry: Registry
  readonly metricsAccess: MetricsAccess
  /** Milliseconds by which this process's clock is ahead of the database's. */
  readonly clockAheadMs: () => number
}

/** Whether requests may be routed to this process. */
interface Readiness {
  readonly ready: boolean
  readonly database: 'up' | 'down'
  /** For information: it does not affect readiness. */
  readonly chainClock: {
    readonly blockNumber: string
    readonly at: string
    readonly lagSeconds: number
  } | null
  readonly reason?: string
}

/**
 * A process that does not follow the chain is still ready: it serves the database's content, and the lag is a
 * separate metric.
 */
const readinessOf = async ({ database, now, clockAheadMs }: HealthDependencies): Promise<Readiness> => {
  const clock = await readChainClock(database.read)
  if (!clock) {
    const reason = 'no finalized block has been processed yet'
    return { ready: false, database: 'up', chainClock: null, reason }
  }
  const lagSeconds = Math.round((now().getTime() - clock.at.getTime()) / 1_000)
  const chainClock = { blockNumber: String(clock.blockNumber), at: clock.at.toISOString(), lagSeconds }
  if (Math.abs(clockAheadMs()) > CLOCK_SKEW_MAX_MS) {
    const reason = "this machine's clock is off by the database's"
    return { ready: false, database: 'up', chainClock, reason }
  }
  return { ready: true, database: 'up', chainClock }
}

/** Shares one response among all requests within a second. */
const cachedReadiness = (
  dependencies: HealthDependencies,
): ((logger: Pick<FastifyBaseLogger, 'warn'>) => Promise<Readiness>) => {
  let kept: { readonly at: number; readonly readiness: Promise<Readiness> } | undefined
  return (logger) => {
    const at = dependencies.now().getTime()
    if (kept && Math.abs(at - kept.at) < READINESS_KEPT_MS) return kept.readiness
    const readiness = readinessOf(dependencies).catch((error: unknown): Readiness => {
      logger.warn({ err: error }, 'not ready: the database does not answer')
      return { ready: false, database: 'down', chainClock: null, reason: 'the database does not answer' }
    })
    kept = { at, readiness }
    return readiness
  }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** A request forwarded by a proxy on this machine comes from elsewhere. */
const isFromThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined

const mayReadMetrics = ({ public: open, token }: MetricsAccess, request: FastifyRequest): boolean => {
  if (open) return true
  if (token === undefined) return isFromThisMachine(request)
  return timingSafeEqual(digestOf(request.headers.authorization ?? ''), digestOf(`Bearer ${token}`))
}

const showClockSkew = ({ registry, clockAheadMs }: HealthDependencies): void => {
  new Gauge({
    name: 'clock_ahead_seconds',
    help: "This machine's clock against the database's; beyond 10 either way the process is not ready",
    registers: [registry],
    collect() {
      this.set(clockAheadMs() / 1_000)
    },
  })
}

/** Not ready while the database hangs, in the metrics as for the proxy, which does not wait either. */
const showReadiness = ({ registry }: HealthDependencies, isReady: () => Promise<boolean>): void => {
  const ready = readForMetrics(isReady)
  new Gauge({
    name: 'process_ready',
    help: '1: requests may be routed to this process (/readyz); 0 for a minute is an alarm',
    registers: [registry],
    async collect() {
      this.set((await ready()) ? 1 : 0)
    },
  })
}

export const serveHealth = (app: FastifyInstance, dependencies: HealthDependencies): void => {
  const readinessFor = cachedReadiness(dependencies)
  showReadiness(dependencies, async () => (await readinessFor(app.log)).ready)
  showChainClock(dependencies)
  showConnections(dependencies)
  showClockSkew(dependencies)
  const build = readBuildInfo()
  app.get('/healthz', async () => ({ status: 'ok', ...build }))
  app.get('/readyz', async (request, reply) => {
    const readiness = await readinessFor(request.log)
    if (!readiness.ready) void reply.header('retry-after', String(RETRY_AFTER_SECONDS))
    return reply.code(readiness.ready ? 200 : UNAVAILABLE).send(readiness)
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(dependencies.metricsAccess, request)) {
      return reply.code(FORBIDDEN).send({ status: 'the figures are not public' })
    }
    const { registry } = dependencies
    return reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
}
