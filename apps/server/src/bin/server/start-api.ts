import { join } from 'node:path'
import { LOCAL_CALLS } from '@dr/protocol/calls/local'
import type { FastifyInstance } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { type AppDependencies, createApp } from '../../http/app.ts'
import { publicConfigRoute, publicKeysRoute } from '../../http/public-routes.ts'
import { createRequestKeys, madeAtOf, type RequestKeys } from '../../http/request/request-keys.ts'
import { WALLET_CONNECT_SOURCES } from '../../http/site/content-security.ts'
import { isOurToken } from '../../modules/users/index.ts'
import type { VoucherSigner } from '../../modules/vouchers/index.ts'
import type { ServerConfig } from '../../platform/config/config.ts'
import { FatalError } from '../../platform/errors.ts'
import type { Route } from '../../platform/route.ts'
import { openTracing } from '../../platform/tracing/open-tracing.ts'
import type { Foundation } from '../foundation.ts'
import { publicConfigOf } from './public-config.ts'
import { watchSigners } from './watch-signers.ts'

/**
 * Interval of reading the small folder of request keys, to create one after an operator has deleted them.
 * Milliseconds.
 */
const ROTATION_CHECK_MS = 2_000

const connectSources = (config: ServerConfig): string[] => [
  ...new Set(config.chain.publicRpcUrls.map((url) => new URL(url).origin)),
  ...walletConnectSources(config),
]

const walletConnectSources = (config: ServerConfig): readonly string[] => {
  const { walletConnectProjectId, walletConnectRelayUrl: relay } = config
  if (walletConnectProjectId === null) return []
  return relay === null ? WALLET_CONNECT_SOURCES : [...WALLET_CONNECT_SOURCES, new URL(relay).origin]
}

/** APIs of one site share their keys: an API with another figure refuses requests (30005). */
const showNewestKey = (keys: RequestKeys, registry: Registry): void => {
  new Gauge({
    name: 'request_key_made_at_seconds',
    help: 'When the key that requests are encrypted to was made, seconds since 1970; APIs that differ refuse (30005)',
    registers: [registry],
    async collect() {
      const [newest] = await keys.publicKeys()
      if (newest) this.set(madeAtOf(newest.keyId) / 1_000)
    },
  })
}

/** One API replica, not listening yet. It renews its request keys itself, whether it is the leader or not. */
export const startApi = async (
  config: ServerConfig,
  foundation: Foundation,
  input: {
    readonly routes: readonly Route[]
    readonly genesisInviteCode: string
    readonly openResult: AppDependencies['openResult']
    readonly openRoots: AppDependencies['openRoots']
    readonly signerAddresses: VoucherSigner['addresses']
    readonly readLivePrices: AppDependencies['readLivePrices']
  },
): Promise<{ readonly app: FastifyInstance; readonly keys: RequestKeys; stop(): Promise<void> }> => {
  const { database, now, clockAheadMs, logger, registry, secrets } = foundation
  if (!secrets) throw new FatalError('an API has secrets: this process was started as another')
  const keys = await createRequestKeys({ directory: join(config.secretsDirectory, 'request-keys'), now })
  showNewestKey(keys, registry)
  const faucet = input.routes.some(({ call }) => call.name === LOCAL_CALLS.faucet.name)
  const publicConfig = publicConfigOf(config, {
    faucet,
    email: foundation.mailer !== undefined,
    genesisInviteCode: input.genesisInviteCode,
  })
  const tracing = config.traces && (await openTracing(config.traces, logger))
  const app = await createApp({
    database,
    keys,
    now,
    clockAheadMs,
    logger,
    registry,
    operators: new Set(config.operators),
    limitFactor: config.rateLimitFactor,
    isOurToken: (token) => isOurToken(secrets.nonce, token),
    routes: [...input.routes, publicKeysRoute({ keys, now }), publicConfigRoute(publicConfig, database)],
    contentSecurity: {
      connectSources: connectSources(config),
      secure: config.publicOrigin?.startsWith('https:') ?? false,
    },
    metricsAccess: config.metrics,
    openResult: input.openResult,
    openRoots: input.openRoots,
    readLivePrices: input.readLivePrices,
    publicAnswersKeptMs: config.publicAnswersKeptMs,
    trustProxy: config.trustProxy,
    accessLogSample: config.accessLogSample,
    tracing,
    siteDirectory: config.siteDirectory,
  })
  const signers = watchSigners(config, { ...foundation, addresses: input.signerAddresses })
  const rotation = setInterval(() => {
    keys.rotate().catch((error: unknown) => logger.error({ err: error }, 'request keys could not be rotated'))
  }, ROTATION_CHECK_MS)
  return {
    app,
    keys,
    stop: async () => {
      clearInterval(rotation)
      signers.stop()
      await app.close()
      await tracing?.close()
    },
  }
}
