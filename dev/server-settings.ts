/** The server's configuration on the local chain: the same object that production reads from its environment. */
import { join } from 'node:path'
import type { ServerConfig } from '@dr/server/platform/config'
import { LOCAL_CHAIN_ID } from './chain/options.ts'
import { addressOf, type LocalKeys } from './deployment/keys.ts'
import type { DeploymentRecord } from './deployment/record.ts'
import type { Settings } from './settings.ts'

/** A browser, its reloads and a test's many clicks come from one address here. */
const RATE_LIMIT_FACTOR = 20

/** How often the keeper releases what was emitted: what a user sees running becomes collectable this soon. */
const RELEASE_INTERVAL_SECONDS = 5

export const localServerConfig = (input: {
  readonly settings: Settings
  readonly root: string
  readonly keys: LocalKeys
  readonly record: DeploymentRecord
  readonly chainUrl: string
}): ServerConfig => {
  const { settings, root, keys, record, chainUrl } = input
  return {
    port: settings.port,
    host: '127.0.0.1',
    dataDirectory: settings.dataDirectory,
    secretsDirectory: join(settings.dataDirectory, 'secrets'),
    databaseUrl: settings.databaseUrl,
    databasePoolMax: 8,
    chain: {
      chainId: LOCAL_CHAIN_ID,
      name: 'Digital Rights Local',
      rpcUrls: [chainUrl],
      publicRpcUrls: [`http://localhost:${settings.chainPort}`],
      explorerUrl: null,
      nativeCurrency: { name: 'BNB', symbol: 'BNB' },
    },
    contracts: record.contracts,
    startBlock: record.startBlock,
    genesisAddress: addressOf(keys.genesis),
    keys: { signer: keys.signer, keeper: keys.keeper },
    publicOrigin: undefined,
    local: true,
    walletConnectProjectId: null,
    rateLimitFactor: RATE_LIMIT_FACTOR,
    trustProxy: false,
    logLevel: 'info',
    releaseIntervalSeconds: RELEASE_INTERVAL_SECONDS,
    siteDirectory: join(root, 'apps', 'web', 'dist'),
  }
}
