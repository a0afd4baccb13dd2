/** One server: API, indexer and ticks in this process, or some of them (docs/product.md 13). */
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { ConfigError, ROLES, type ServerConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { createLogger } from '../../platform/logger.ts'
import type { Mailer } from '../../platform/mailer.ts'
import type { Route } from '../../platform/route.ts'
import { type Composition, composeModules } from '../compose-modules.ts'
import type { Foundation } from '../foundation.ts'
import { checkInstallation } from './check-installation.ts'
import { followChain, runTicks } from './lead.ts'
import { openFoundation } from './open-foundation.ts'
import { seed } from './seed.ts'
import { startApi } from './start-api.ts'
import { startHealth } from './start-health.ts'
import { waitUntilCaughtUp } from './wait-until-caught-up.ts'

export interface ServerOptions {
  /** Calls beside the product's own: the local set-up's faucet. */
  readonly routes?: readonly Route[]
  readonly logger?: Logger
  /** Replaces SMTP: the local set-up's mailbox. */
  readonly mailer?: Mailer
  /** Checks the migrated database before its first use: if it rejects, nothing is started. */
  readonly verify?: (database: Database) => Promise<void>
}

export interface RunningServer {
  /** The port it listens on. */
  readonly port: number
  readonly app: FastifyInstance
  /** Rejects when the indexer or the ticks halt permanently, which needs a person. */
  readonly failed: Promise<never>
  /** Accepts no new requests, finishes running ones, ends everything, and closes the database. Idempotent. */
  stop(): Promise<void>
}

/** Parts that have been started, to be ended in the opposite order. */
type Endings = (() => Promise<unknown>)[]

const endAll = async (endings: Endings): Promise<void> => {
  for (const end of endings.splice(0).reverse()) await end()
}

/** Starts the leaders' work in the background; a failure rejects `failed`. */
const startLeading = (
  config: ServerConfig,
  foundation: Foundation,
  composition: Composition,
  { endings, fail }: { endings: Endings; fail: (error: unknown) => void },
): void => {
  const { roles } = config
  const stopping = new AbortController()
  const running = [
    ...(roles.includes('indexer') ? [followChain(config, foundation, composition, stopping.signal)] : []),
    ...(roles.includes('worker') ? [runTicks(foundation, composition, stopping.signal)] : []),
  ]
  for (const work of running) work.catch(fail)
  endings.push(() => {
    stopping.abort()
    return Promise.allSettled(running)
  })
}

const listen = async (app: FastifyInstance, { port, host, local }: ServerConfig): Promise<number> => {
  await app.listen({ port, host: host ?? (local ? 'localhost' : '0.0.0.0') })
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : port
}

const start = async (
  config: ServerConfig,
  { routes = [], logger = createLogger(config.logLevel), mailer, verify }: ServerOptions,
  endings: Endings,
): Promise<Omit<RunningServer, 'stop'>> => {
  const { roles } = config
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined) // an unhandled rejection of `failed` must not end the process
  const foundation = await openFoundation(config, logger, mailer)
  endings.push(foundation.close)
  await verify?.(foundation.database)
  const { genesisAddress, contracts } = config
  const pepper = foundation.secrets?.pepper
  await checkInstallation(foundation.database, { emission: contracts.Emission, genesisAddress, pepper })
  const composition = await composeModules(config, foundation)
  const { database, client } = foundation
  const genesis = await seed({ database, client, composition, genesisAddress })
  startLeading(config, foundation, composition, { endings, fail: failure.reject })
  const { app, stop } = roles.includes('api')
    ? await startApi(config, foundation, {
        routes: [...composition.routes, ...routes],
        genesisInviteCode: genesis.inviteCode,
        openResult: composition.openResult,
        openRoots: composition.openRoots,
        signerAddresses: composition.modules.vouchers.signerAddresses,
        readLivePrices: composition.readLivePrices,
      })
    : await startHealth(config, foundation)
  endings.push(stop)
  const port = await listen(app, config)
  if (roles.includes('indexer')) await Promise.race([waitUntilCaughtUp(foundation), failure.promise])
  logger.info({ port, roles }, 'the server is up')
  return { port, app, failed: failure.promise }
}

/**
 * Resolves when the server listens and, if it indexes, has processed all blocks that were final at the start.
 * If it cannot start, it stops everything and rejects. Does not handle signals or exit the process:
 * `run-process.ts` does.
 */
export const startServer = async (
  config: ServerConfig,
  options: ServerOptions = {},
): Promise<RunningServer> => {
  if (config.databaseUrl === undefined && config.roles.length < ROLES.length) {
    throw new ConfigError(
      'DATABASE_URL: api, indexer and worker apart need PostgreSQL; PGlite serves one process',
    )
  }
  const endings: Endings = []
  let stopped: Promise<void> | undefined
  try {
    const running = await start(config, options, endings)
    return {
      ...running,
      stop: () => {
        stopped ??= endAll(endings)
        return stopped
      },
    }
  } catch (error) {
    await endAll(endings)
    throw error
  }
}
