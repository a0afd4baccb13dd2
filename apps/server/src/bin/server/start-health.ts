import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serveHealth } from '../../http/health.ts'
import type { ServerConfig } from '../../platform/config/config.ts'
import type { Foundation } from '../foundation.ts'

/** HTTP server of a process without the API: only /healthz, /readyz and /metrics. */
export const startHealth = async (
  config: Pick<ServerConfig, 'metrics'>,
  {
    database,
    now,
    clockAheadMs,
    registry,
    logger,
  }: Pick<Foundation, 'database' | 'now' | 'clockAheadMs' | 'registry' | 'logger'>,
): Promise<{ readonly app: FastifyInstance; stop(): Promise<void> }> => {
  const app: FastifyInstance = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
  })
  serveHealth(app, { database, now, clockAheadMs, registry, metricsAccess: config.metrics })
  return { app, stop: () => app.close() }
}
