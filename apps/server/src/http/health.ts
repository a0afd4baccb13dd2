/** For whoever runs the server: is the process alive, is it fit to serve, and its figures. */
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { readChainClock } from '../platform/chain-clock.ts'
import type { WallClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'

const UNAVAILABLE = 503

export interface HealthDependencies {
  readonly database: Database
  readonly now: WallClock
  readonly registry: Registry
  /** The chain's clock may be this far behind the wall's; none: not compared (a local chain can travel in time). */
  readonly chainClockLagMaxMs: number | undefined
}

interface Readiness {
  readonly ready: boolean
  readonly database: 'up' | 'down'
  readonly chainClock: { readonly blockNumber: string; readonly at: string } | null
  readonly reason?: string
}

const readinessOf = async ({ database, now, chainClockLagMaxMs }: HealthDependencies): Promise<Readiness> => {
  const clock = await readChainClock(database.read)
  const common = {
    database: 'up' as const,
    chainClock: clock ? { blockNumber: String(clock.blockNumber), at: clock.at.toISOString() } : null,
  }
  if (!clock) return { ready: false, ...common, reason: 'no finalized block has been processed yet' }
  const lagMs = now().getTime() - clock.at.getTime()
  if (chainClockLagMaxMs !== undefined && lagMs > chainClockLagMaxMs) {
    return { ready: false, ...common, reason: `the chain clock is ${Math.round(lagMs / 1_000)} s behind` }
  }
  return { ready: true, ...common }
}

export const serveHealth = (app: FastifyInstance, dependencies: HealthDependencies): void => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    const readiness = await readinessOf(dependencies).catch((error: unknown): Readiness => {
      request.log.warn({ err: error }, 'not ready: the database does not answer')
      return { ready: false, database: 'down', chainClock: null, reason: 'the database does not answer' }
    })
    return reply.code(readiness.ready ? 200 : UNAVAILABLE).send(readiness)
  })
  app.get('/metrics', async (_request, reply) =>
    reply
      .header('content-type', dependencies.registry.contentType)
      .send(await dependencies.registry.metrics()),
  )
}
