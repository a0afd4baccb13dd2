/** All modules, put together: later ones take earlier ones (ARCHITECTURE.md, "Who may import whom"). */
import { join } from 'node:path'
import type { LivePrices } from '@dr/protocol/live'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Hex, PublicClient } from 'viem'
import { countSuspense } from '../indexer/index.ts'
import { createAccountsModule, createSettle } from '../modules/accounts/index.ts'
import { createCommunityModule, readLevel } from '../modules/community/index.ts'
import { createDividendsModule } from '../modules/dividends/index.ts'
import { createGameModule } from '../modules/game/index.ts'
import { createMiningModule, type NewProduct } from '../modules/mining/index.ts'
import { createNodesModule } from '../modules/nodes/index.ts'
import { createNoticesModule } from '../modules/notices/index.ts'
import { createOperatorModule } from '../modules/operator/index.ts'
import { createPackagesModule, type NewPackage } from '../modules/packages/index.ts'
import { createPodPowerModule } from '../modules/pod-power/index.ts'
import { createPricesModule } from '../modules/prices/index.ts'
import { createResultsModule, type ResultsModule } from '../modules/results/index.ts'
import { createSecurityModule, securityFlags } from '../modules/security/index.ts'
import { createSolvencyModule } from '../modules/solvency/index.ts'
import { createSwapModule } from '../modules/swap/index.ts'
import { createTransfersModule } from '../modules/transfers/index.ts'
import { createDigestVerifier, createSignatureVerifier, createUsersModule } from '../modules/users/index.ts'
import { createSigner, createVouchersModule, LEDGER_LAG_MAX_SECONDS } from '../modules/vouchers/index.ts'
import { createWithdrawalModule } from '../modules/withdrawal/index.ts'
import { createKeeper } from '../platform/chain/keeper.ts'
import { keyBalancesTick } from '../platform/chain/key-balances.ts'
import type { WallClock } from '../platform/clock.ts'
import type { ServerConfig } from '../platform/config/config.ts'
import type { Database, Reader, Tx } from '../platform/database/database.ts'
import { FatalError } from '../platform/errors.ts'
import type { UserId } from '../platform/ids.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { ModuleParts } from '../platform/module-parts.ts'
import { readStartTime } from './server/read-start-time.ts'

const KEEPER_RECEIPT_TIMEOUT_MS = 30_000

/** Secrets of the API other than its signing key, the same on every replica. */
export interface ApiSecrets {
  /** Of sign-in nonces. */
  readonly nonce: Uint8Array
  /** Of payment passwords and e-mail codes. */
  readonly pepper: Uint8Array
}

export interface Foundation {
  readonly database: Database
  readonly client: PublicClient
  /** None in a process that is no API. */
  readonly secrets: ApiSecrets | undefined
  /** None: this server sends no e-mail. */
  readonly mailer: Mailer | undefined
  readonly now: WallClock
  /** How far this process's own clock is ahead of the database's, milliseconds. */
  readonly clockAheadMs: () => number
  readonly logger: Logger
  readonly registry: Registry
}

/** What a new database is seeded with in place of the defaults. */
export interface SeedData {
  readonly products?: readonly NewProduct[] | undefined
  readonly packages?: readonly NewPackage[] | undefined
}

export interface Composition extends Required<ModuleParts> {
  readonly modules: Modules
  /** What the modules want in the database before anything happens; repeatable. */
  seed(tx: Tx): Promise<void>
  /** A published result; null: none. */
  readonly openResult: ResultsModule['openResult']
  /** What an open stream says of prices, all of now. Throws NO_PRICE. */
  readLivePrices(): Promise<LivePrices>
}

/** The senders of this process's transactions while it leads the ticks; none without the worker's keys. */
const sendersOf = (
  { client, database }: Pick<Foundation, 'client' | 'database'>,
  { keys: { worker: keys }, gasPriceMax }: Pick<ServerConfig, 'keys' | 'gasPriceMax'>,
) => {
  if (!keys) return { keeper: undefined, attester: undefined, drawer: undefined }
  const senderOf = (key: Hex) =>
    createKeeper({
      client,
      key,
      receiptTimeoutMs: KEEPER_RECEIPT_TIMEOUT_MS,
      gasPriceMax,
      // An empty transaction: refused when another process leads by now.
      mayStillSend: () => database.transaction(async () => undefined),
    })
  const { keeper, attester, drawer: key } = keys
  return { keeper: senderOf(keeper), attester: senderOf(attester), drawer: { sender: senderOf(key), key } }
}

/** Asked for by calls alone, which only an API answers. */
const secretOf = (secrets: ApiSecrets | undefined, name: keyof ApiSecrets) => (): Uint8Array => {
  if (!secrets) throw new FatalError(`this process is no API: it has no secret of that name, ${name}`)
  return secrets[name]
}

const createModules = async (config: ServerConfig, foundation: Foundation, seedData: SeedData) => {
  const { database, client, secrets, mailer, now, logger, registry } = foundation
  const { contracts } = config
  const { chainId } = config.chain
  const operators = new Set<string>(config.operators)
  const startTime = await readStartTime({ database, client, chainId, emission: contracts.Emission })
  const { keeper, attester, drawer } = sendersOf({ client, database }, config)
  const signer = createSigner(config.keys.api)
  const prices = createPricesModule({ database, client, contracts, keeper, logger })
  const vouchers = createVouchersModule({
    database,
    client,
    chainId,
    contracts,
    now,
    logger,
    signer,
    ledgerLagMaxSeconds: config.local ? undefined : LEDGER_LAG_MAX_SECONDS,
  })
  const nodes = createNodesModule({ database, chainId, contracts, startTime, logger })
  const dividends = createDividendsModule({
    database,
    chainId,
    contracts,
    startTime,
    logger,
    nodes,
  })
  const results = createResultsModule({
    database,
    client,
    contracts,
    attester,
    logger,
    sources: [dividends.results, nodes.results],
    directory: join(config.dataDirectory, 'results'),
  })
  const podPower = createPodPowerModule({
    database,
    client,
    contracts,
    prices,
    vouchers,
    startTime,
    dividends,
  })
  const readProfileStatus = async (reader: Reader, userId: UserId) => {
    const [level, node, flags] = await Promise.all([
      readLevel(reader, userId),
      nodes.isNode(reader, userId),
      securityFlags(reader, userId),
    ])
    return { level, node, ...flags }
  }
  const users = createUsersModule({
    database,
    now,
    chainId,
    publicOrigin: config.publicOrigin,
    nonceSecret: secretOf(secrets, 'nonce'),
    verify: createSignatureVerifier(client),
    listPurchases: dividends.power.listPurchases,
    operators,
    readProfileStatus,
  })
  const community = createCommunityModule({ database, nodes, logger })
  const domain = { chainId, contract: contracts.DigitalRights }
  const security = createSecurityModule({
    database,
    now,
    domain,
    mailer,
    logger,
    pepper: secretOf(secrets, 'pepper'),
    verify: createDigestVerifier(client),
  })
  const settle = createSettle({ database, dividends })
  const transfers = createTransfersModule({
    database,
    security,
    domain,
    settle,
  })
  const mining = createMiningModule({
    database,
    client,
    contracts,
    prices,
    vouchers,
    keeper,
    logger,
    startTime,
    products: seedData.products,
    releaseIntervalSeconds: config.releaseIntervalSeconds,
    dividends,
  })
  const packages = createPackagesModule({
    database,
    client,
    contracts,
    prices,
    podPower: dividends.power,
    settle,
    stakeBegun: nodes.stakeBegun,
    packages: seedData.packages,
  })
  const swap = createSwapModule({
    database,
    client,
    contracts,
    prices,
    vouchers,
    keeper,
    logger,
    registry,
    feeFlushSchedule: config.feeFlushSchedule,
    dividends,
    nodes,
  })
  const withdrawal = createWithdrawalModule({
    database,
    client,
    contracts,
    prices,
    vouchers,
    security,
    settle,
  })
  const game = createGameModule({
    database,
    client,
    chainId,
    contracts,
    drawer,
    logger,
    on: config.game,
  })
  const accounts = createAccountsModule({
    database,
    mining,
    dividends,
    vouchers,
    withdrawal,
    settle,
  })
  const solvency = createSolvencyModule({
    database,
    client,
    contracts,
    mining,
    withdrawal,
    prices,
    logger,
    registry,
    dividends,
  })
  const notices = createNoticesModule({ database })
  const operator = createOperatorModule({
    database,
    contracts,
    operators,
    withdrawal,
    now,
    countSuspense,
  })
  return {
    notices,
    operator,
    users,
    security,
    transfers,
    prices,
    vouchers,
    podPower,
    mining,
    packages,
    swap,
    withdrawal,
    game,
    accounts,
    community,
    solvency,
    // after all others: their hooks close the weeks that the events are in
    results,
    dividends,
    nodes,
  }
}
/** By name, in the order in which the indexer hands them its events. */
type Modules = Awaited<ReturnType<typeof createModules>>

/** Those that need BNB: without the game the drawer pays for nothing. */
const payingKeys = <Keys extends { readonly drawer: Hex }>(keys: Keys, { game }: ServerConfig) => {
  const { drawer, ...others } = keys
  return game ? { ...others, drawer } : others
}

/**
 * For a process with the keys that `config` has: without the signer's no voucher is signed, without the
 * worker's nothing is sent.
 */
export const composeModules = async (
  config: ServerConfig,
  foundation: Foundation,
  seedData: SeedData = {},
): Promise<Composition> => {
  const { client, logger, registry } = foundation
  const modules = await createModules(config, foundation, seedData)
  const { mining, packages, prices, results, swap } = modules
  const parts: readonly ModuleParts[] = Object.values(modules)
  return {
    modules,
    routes: parts.flatMap(({ routes }) => routes),
    eventHandlers: parts.flatMap(({ eventHandlers }) => eventHandlers),
    chainNumbers: parts.flatMap(({ chainNumbers = [] }) => chainNumbers),
    advanceHooks: parts.flatMap(({ advanceHooks }) => advanceHooks),
    ticks: [
      ...parts.flatMap(({ ticks }) => ticks),
      ...(config.keys.worker
        ? [keyBalancesTick({ client, keys: payingKeys(config.keys.worker, config), logger, registry })]
        : []),
    ],
    openResult: results.openResult,
    readLivePrices: async () => {
      const [averages, exchange] = await Promise.all([
        prices.answerPrices(),
        swap.exchangePrices().catch((error: unknown) => {
          logger.warn({ reason: String(error) }, 'live updates: the exchange could not be read')
        }),
      ])
      return { averages, ...(exchange && { exchange }) }
    },
    seed: async (tx) => {
      await mining.seed(tx)
      await packages.seed(tx)
    },
  }
}
