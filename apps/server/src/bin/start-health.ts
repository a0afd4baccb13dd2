import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serveHealth } from '../http/health.ts'
import type { Foundation } from './compose-modules.ts'

/** A process without the API still says how it is: /healthz, /readyz, /metrics, and nothing else. */
export const startHealth = async ({
  database,
  now,
  registry,
  logger,
}: Foundation): Promise<{ readonly app: FastifyInstance; stop(): Promise<void> }> => {
  const app: FastifyInstance = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
  })
  serveHealth(app, { database, now, registry, chainClockLagMaxMs: undefined })
  return { app, stop: () => app.close() }
}
