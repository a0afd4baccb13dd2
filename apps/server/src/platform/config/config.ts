/** The configuration of a server: environment variables and the files they name. */

import { join, resolve } from 'node:path'
import { LOCAL_CHAIN_ID } from '@dr/protocol/constants'
import { tokenShape } from '@dr/protocol/schemas'
import { PRICED_TOKENS, TOKENS } from '@dr/protocol/tokens'
import { type Hex, parseGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import type { ContractAddresses } from '../chain/contract-addresses.ts'
import { LOG_LEVELS } from '../logger.ts'
import { readJson, readKeyFile, readKeys } from './config-files.ts'
import { ROLES, type Role, type ServerConfig } from './config-types.ts'
import { address, addresses, epochs, given, parseSetting, proxies, urls } from './config-values.ts'
import { requireKnownNames } from './misspelled.ts'
import { signerEndpointOf, signerTlsSettings, signerUrl } from './signer-settings.ts'

export { ConfigError, ROLES, type Role, type ServerConfig } from './config-types.ts'

const CHAINS = {
  56: { name: 'BNB Smart Chain', explorerUrl: 'https://bscscan.com', symbol: 'BNB' },
  97: { name: 'BNB Smart Chain Testnet', explorerUrl: 'https://testnet.bscscan.com', symbol: 'tBNB' },
  [LOCAL_CHAIN_ID]: { name: 'Digital Rights Local', explorerUrl: null, symbol: 'BNB' },
} as const
const LOCAL_RELEASE_INTERVAL_SECONDS = 5
const RELEASE_INTERVAL_SECONDS = 3_600
/** High, since the base fee of a local chain under load rises with each block. */
const LOCAL_GAS_PRICE_MAX_GWEI = 10_000
/** Many times BNB Smart Chain's usual price: a higher one is not paid. */
const GAS_PRICE_MAX_GWEI = 20
const LOCAL_FEE_FLUSH_SECONDS = 30
/** Daily, 23:30 UTC: final before a week ends, so that its fees are paid with it. */
const FEE_FLUSH_CRON = '0 30 23 * * *'
/** About a block's time on BNB Smart Chain, so that caching delays no final state. */
const PUBLIC_ANSWERS_KEPT_MS = 1_000
/** In the local set-up one person plays all users: tabs, tests and bots share one address. */
const LOCAL_RATE_LIMIT_FACTOR = 50

/** At 300 requests a second three lines, of about 200 bytes. */
const ACCESS_LOG_SAMPLE = 0.01
const TRACES_SAMPLE = 0.01

const share = z.coerce.number().min(0).max(1)

/** Addresses of the deployment, as `GET /api/v1/public/config` shows them. */
export const contractsSchema: z.ZodType<ContractAddresses, unknown> = z.strictObject({
  DigitalRights: address,
  withdrawalVaults: z.tuple([address, address, address]),
  Exchange: address,
  Funding: address,
  ResultRegistry: address,
  RootRegistry: address,
  DigitDraw: address,
  Emission: address,
  PriceOracle: address,
  ...tokenShape(TOKENS, address),
  timelock: address,
  treasury: address,
  pairs: z.strictObject(tokenShape(PRICED_TOKENS, address)),
})

/** DEPLOYMENT_FILE. */
export const deploymentSchema = z.object({
  startBlock: z.number().int().nonnegative(),
  contracts: contractsSchema,
})

const environmentSchema = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    HOST: z.string().optional(),
    DATA_DIR: z.string().default('.data'),
    SECRETS_DIR: z.string().optional(),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_POOL_MAX: z.coerce.number().int().min(2).max(200).default(16),
    CHAIN_ID: z.coerce
      .number()
      .pipe(z.literal([56, 97, LOCAL_CHAIN_ID]))
      .default(LOCAL_CHAIN_ID),
    RPC_URLS: urls.optional(),
    PUBLIC_RPC_URLS: urls.optional(),
    EXPLORER_URL: z.url().optional(),
    DEPLOYMENT_FILE: z.string().optional(),
    GENESIS_ADDRESS: address.optional(),
    OPERATORS: addresses.optional(),
    FOREIGN_EPOCHS: epochs.optional(),
    WITNESS_URL: z.url({ protocol: /^https?$/ }).optional(),
    PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.string().max(320).includes('@').optional(),
    WALLETCONNECT_PROJECT_ID: z.string().optional(),
    GAME: z.enum(['on', 'off']).default('off'),
    WALLETCONNECT_RELAY_URL: z.url({ protocol: /^wss?$/ }).optional(),
    RATE_LIMIT_FACTOR: z.coerce.number().positive().optional(),
    PUBLIC_ANSWERS_KEPT_MS: z.coerce.number().int().min(0).max(10_000).optional(),
    GAS_PRICE_MAX_GWEI: z.coerce.number().positive().max(10_000).optional(),
    RELEASE_INTERVAL_SECONDS: z.coerce.number().int().positive().optional(),
    TRUST_PROXY: proxies.optional(),
    LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
    ACCESS_LOG_SAMPLE: share.optional(),
    TRACES_URL: z.url({ protocol: /^https?$/ }).optional(),
    TRACES_SAMPLE: share.default(TRACES_SAMPLE),
    SITE_DIR: z.string().optional(),
    ...signerTlsSettings,
    SIGNER_URL: signerUrl.optional(),
    METRICS_PUBLIC: z.literal('1').optional(),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\w.~+/=-]{16,}$/, 'at least 16 characters of a bearer token')
      .optional(),
  })
  .superRefine((settings, context) => {
    if ((settings.SMTP_URL === undefined) !== (settings.MAIL_FROM === undefined)) {
      context.addIssue({
        code: 'custom',
        path: ['MAIL_FROM'],
        message: 'SMTP_URL and MAIL_FROM, both or neither',
      })
    }
    if (settings.DATABASE_DIRECT_URL !== undefined && settings.DATABASE_URL === undefined) {
      const message = 'only beside DATABASE_URL, which is then a pooler'
      context.addIssue({ code: 'custom', path: ['DATABASE_DIRECT_URL'], message })
    }
    if (settings.CHAIN_ID === LOCAL_CHAIN_ID) return
    for (const name of [
      'DATABASE_URL',
      'RPC_URLS',
      'PUBLIC_RPC_URLS',
      'PUBLIC_ORIGIN',
      'DEPLOYMENT_FILE',
      'GENESIS_ADDRESS',
    ] as const) {
      if (settings[name] !== undefined) continue
      context.addIssue({ code: 'custom', path: [name], message: `needed on chain ${settings.CHAIN_ID}` })
    }
  })
type Settings = z.output<typeof environmentSchema>

const addressOf = (key: Hex) => parseSetting(address, privateKeyToAccount(key).address, 'genesis')

const mailOf = ({ SMTP_URL: url, MAIL_FROM: from }: Settings): ServerConfig['mail'] =>
  url === undefined || from === undefined ? undefined : { url, from }

const chainOf = (settings: Settings): ServerConfig['chain'] => {
  const { name, explorerUrl, symbol } = CHAINS[settings.CHAIN_ID]
  const rpcUrls = settings.RPC_URLS ?? ['http://127.0.0.1:8545']
  return {
    chainId: settings.CHAIN_ID,
    name,
    rpcUrls,
    publicRpcUrls: settings.PUBLIC_RPC_URLS ?? rpcUrls,
    explorerUrl: settings.EXPLORER_URL ?? explorerUrl,
    nativeCurrency: { name: symbol, symbol },
  }
}

const pathsOf = (settings: Settings) => {
  const dataDirectory = resolve(settings.DATA_DIR)
  const secretsDirectory = resolve(settings.SECRETS_DIR ?? join(dataDirectory, 'secrets'))
  const deploymentFile = resolve(settings.DEPLOYMENT_FILE ?? join(dataDirectory, 'deployment.json'))
  const siteDirectory = settings.SITE_DIR === undefined ? undefined : resolve(settings.SITE_DIR)
  return { dataDirectory, secretsDirectory, deploymentFile, siteDirectory }
}

/**
 * Settings of a server of these roles. Keys are files of `SECRETS_DIR` (default `DATA_DIR`/secrets), `0x` and
 * 64 hex digits, of mode 600 in production: `signer` of an API, and optionally `next-signer`, but neither
 * with SIGNER_URL; `keeper`, `attester` and `drawer` of a worker; other roles' files are not read. The
 * deployment is `DEPLOYMENT_FILE` (default `DATA_DIR`/deployment.json): `{startBlock, contracts}`. Throws
 * `ConfigError` with all missing or invalid settings.
 */
export const readConfig = (environment: NodeJS.ProcessEnv, roles: readonly Role[] = ROLES): ServerConfig => {
  requireKnownNames(given(environment), [...Object.keys(environmentSchema.shape), 'UV_THREADPOOL_SIZE'])
  const settings = parseSetting(environmentSchema, given(environment), 'the environment')
  const { deploymentFile, ...paths } = pathsOf(settings)
  const local = settings.CHAIN_ID === LOCAL_CHAIN_ID
  const record = readJson(deploymentFile, "the deployment's record (DEPLOYMENT_FILE)")
  const deployment = parseSetting(deploymentSchema, record, `DEPLOYMENT_FILE ${deploymentFile}`)
  const folder = { ...paths, local }
  return {
    roles,
    ...paths,
    ...deployment,
    port: settings.PORT,
    host: settings.HOST,
    databaseUrl: settings.DATABASE_URL,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL,
    databasePoolMax: settings.DATABASE_POOL_MAX,
    chain: chainOf(settings),
    // The local set-up stores the genesis account's key beside the others.
    genesisAddress:
      settings.GENESIS_ADDRESS ??
      addressOf(readKeyFile(folder, 'genesis', 'none is needed with GENESIS_ADDRESS')),
    keys: readKeys(folder, roles, signerEndpointOf(settings, local)),
    foreignEpochs: settings.FOREIGN_EPOCHS ?? [],
    witnessUrl: settings.WITNESS_URL,
    operators: settings.OPERATORS ?? [],
    publicOrigin: settings.PUBLIC_ORIGIN === undefined ? undefined : new URL(settings.PUBLIC_ORIGIN).origin,
    local,
    game: settings.GAME === 'on',
    mail: mailOf(settings),
    walletConnectProjectId: settings.WALLETCONNECT_PROJECT_ID ?? null,
    walletConnectRelayUrl: settings.WALLETCONNECT_RELAY_URL ?? null,
    rateLimitFactor: settings.RATE_LIMIT_FACTOR ?? (local ? LOCAL_RATE_LIMIT_FACTOR : 1),
    publicAnswersKeptMs: settings.PUBLIC_ANSWERS_KEPT_MS ?? (local ? 0 : PUBLIC_ANSWERS_KEPT_MS),
    releaseIntervalSeconds:
      settings.RELEASE_INTERVAL_SECONDS ??
      (local ? LOCAL_RELEASE_INTERVAL_SECONDS : RELEASE_INTERVAL_SECONDS),
    gasPriceMax: parseGwei(
      String(settings.GAS_PRICE_MAX_GWEI ?? (local ? LOCAL_GAS_PRICE_MAX_GWEI : GAS_PRICE_MAX_GWEI)),
    ),
    feeFlushSchedule: local ? LOCAL_FEE_FLUSH_SECONDS : FEE_FLUSH_CRON,
    trustProxy: settings.TRUST_PROXY ?? false,
    logLevel: settings.LOG_LEVEL,
    accessLogSample: settings.ACCESS_LOG_SAMPLE ?? (local ? 0 : ACCESS_LOG_SAMPLE),
    traces:
      settings.TRACES_URL === undefined
        ? undefined
        : { url: settings.TRACES_URL, sample: settings.TRACES_SAMPLE },
    metrics: { public: settings.METRICS_PUBLIC !== undefined, token: settings.METRICS_TOKEN },
  }
}
