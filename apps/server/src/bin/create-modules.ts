/** Creates all modules, in the order in which later ones need earlier ones. */
import { join } from 'node:path'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { countSuspense, hasSuspended, settledLogs, suspendedAccounts } from '../indexer/index.ts'
import { createAccountsModule, createSettle } from '../modules/accounts/index.ts'
import { areClaimsBooked, createClaimsModule } from '../modules/claims/index.ts'
import { createCommunityModule, readLevel } from '../modules/community/index.ts'
import { createDividendsModule } from '../modules/dividends/index.ts'
import { createGameModule } from '../modules/game/index.ts'
import { createMiningModule, type NewProduct } from '../modules/mining/index.ts'
import { createNodesModule } from '../modules/nodes/index.ts'
import { createNoticesModule } from '../modules/notices/index.ts'
import { createOperatorModule } from '../modules/operator/index.ts'
import { claimsAhead, createPackagesModule, type NewPackage } from '../modules/packages/index.ts'
import { createPodPowerModule } from '../modules/pod-power/index.ts'
import { createPricesModule } from '../modules/prices/index.ts'
import { createResultsModule } from '../modules/results/index.ts'
import { createFinalProofOf, createRootsModule } from '../modules/roots/index.ts'
import { createSecurityModule, securityFlags } from '../modules/security/index.ts'
import { createSolvencyModule } from '../modules/solvency/index.ts'
import { createSwapModule } from '../modules/swap/index.ts'
import { createDigestVerifier, createSignatureVerifier, createUsersModule } from '../modules/users/index.ts'
import { createSigner, createVouchersModule, LEDGER_LAG_MAX_SECONDS } from '../modules/vouchers/index.ts'
import { createWithdrawalModule } from '../modules/withdrawal/index.ts'
import { createKeeper } from '../platform/chain/keeper.ts'
import type { ServerConfig } from '../platform/config/config.ts'
import type { Reader } from '../platform/database/database.ts'
import { lowerHex } from '../platform/hex.ts'
import type { UserId } from '../platform/ids.ts'
import { type Foundation, secretOf } from './foundation.ts'
import { readStartTime } from './server/read-start-time.ts'

const KEEPER_RECEIPT_TIMEOUT_MS = 30_000

/** Rows of a new database in place of the defaults. */
export interface SeedData {
  readonly products?: readonly NewProduct[] | undefined
  readonly packages?: readonly NewPackage[] | undefined
}

/**
 * The senders of this process's transactions while it leads the ticks; undefined without the worker's keys.
 */
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
      // An empty transaction: refused if another process has become the leader.
      mayStillSend: () => database.transaction(async () => undefined),
    })
  const { keeper, attester, drawer: key } = keys
  return { keeper: senderOf(keeper), attester: senderOf(attester), drawer: { sender: senderOf(key), key } }
}

/** The configuration and the foundation of one process, with the values derived from both. */
const openGround = async (config: ServerConfig, foundation: Foundation, seedData: SeedData) => {
  const { database, client } = foundation
  const { contracts } = config
  const { chainId } = config.chain
  const startTime = await readStartTime({ database, client, chainId, emission: contracts.Emission })
  const senders = sendersOf({ client, database }, config)
  return {
    ...foundation,
    ...senders,
    config,
    seedData,
    contracts,
    chainId,
    startTime,
    operators: new Set<string>(config.operators),
    domain: { chainId, contract: contracts.DigitalRights },
  }
}

type Ground = Awaited<ReturnType<typeof openGround>>

/** Vouchers, prices and the weekly pools, on which the other modules are built. */
const createEngines = (ground: Ground) => {
  const { config, database, client, chainId, contracts, now, logger, keeper, attester, startTime } = ground
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
  const weekly = { database, chainId, contracts, startTime, logger }
  const nodes = createNodesModule({ ...weekly, areClaimsBooked })
  const dividends = createDividendsModule({ ...weekly, nodes })
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
  return { prices, vouchers, nodes, dividends, results, podPower }
}

type Engines = ReturnType<typeof createEngines>

/** Users and their teams. */
const createPeople = (ground: Ground, { nodes, dividends }: Engines) => {
  const { config, database, client, chainId, now, logger, secrets, mailer, operators, domain } = ground
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
  return { users, community, security, settle }
}

type People = ReturnType<typeof createPeople>

/** Modules with which users buy, earn and withdraw. */
const createOffers = (
  ground: Ground,
  { prices, vouchers, nodes, dividends }: Engines,
  { security, settle }: People,
) => {
  const { config, database, client, chainId, contracts, logger, registry, keeper, drawer } = ground
  const { seedData, startTime } = ground
  const onChain = { database, client, contracts }
  const priced = { ...onChain, prices }
  const mining = createMiningModule({
    ...priced,
    vouchers,
    keeper,
    logger,
    startTime,
    products: seedData.products,
    releaseIntervalSeconds: config.releaseIntervalSeconds,
    dividends,
    settledLogs,
  })
  const packages = createPackagesModule({
    ...priced,
    podPower: dividends.power,
    settle,
    stakeBegun: nodes.stakeBegun,
    packages: seedData.packages,
  })
  const swap = createSwapModule({
    ...priced,
    vouchers,
    keeper,
    logger,
    registry,
    feeFlushSchedule: config.feeFlushSchedule,
    dividends,
    nodes,
  })
  const withdrawal = createWithdrawalModule({ ...priced, vouchers, security, settle })
  const game = createGameModule({ ...onChain, chainId, drawer, logger, on: config.game })
  return { mining, packages, swap, withdrawal, game }
}

/** The daily roots, posted by the process with the attester's key. */
const createRoots = (ground: Ground, { mining }: Pick<ReturnType<typeof createOffers>, 'mining'>) => {
  const { config, database, client, chainId, contracts, logger, registry, attester } = ground
  const key = config.keys.worker?.attester
  return createRootsModule({
    database,
    client,
    chainId,
    contracts,
    mining,
    countSuspense,
    suspendedAccounts,
    attester: attester && key && { sender: attester, address: lowerHex(privateKeyToAccount(key).address) },
    foreignEpochs: config.foreignEpochs,
    witnessUrl: config.witnessUrl,
    dataDirectory: config.dataDirectory,
    logger,
    registry,
  })
}

export const createModules = async (config: ServerConfig, foundation: Foundation, seedData: SeedData) => {
  const ground = await openGround(config, foundation, seedData)
  const engines = createEngines(ground)
  const people = createPeople(ground, engines)
  const offers = createOffers(ground, engines, people)
  const { database, client, contracts, operators, now, logger, registry } = ground
  const { prices, vouchers, nodes, dividends, results, podPower } = engines
  const { users, community, security, settle } = people
  const { mining, packages, swap, withdrawal, game } = offers
  const accounts = createAccountsModule({ database, mining, dividends, vouchers, withdrawal, settle })
  const onChain = { database, client, contracts }
  const solvency = createSolvencyModule({
    ...onChain,
    mining,
    withdrawal,
    prices,
    logger,
    registry,
    dividends,
  })
  const claims = createClaimsModule({
    ...onChain,
    prices,
    security,
    finalProofOf: createFinalProofOf({ database, dataDirectory: config.dataDirectory }),
    vouchers,
    mining,
    dividends,
    nodes,
    settle,
    hasSuspended,
    logger,
    registry,
  })
  const roots = createRoots(ground, offers)
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
    // before all others: its lane is handled first
    claimsAhead: claimsAhead(contracts),
    notices,
    operator,
    users,
    security,
    prices,
    vouchers,
    podPower,
    mining,
    packages,
    swap,
    withdrawal,
    claims,
    game,
    accounts,
    community,
    solvency,
    roots,
    // after all others: their hooks close the weeks that the events are in
    results,
    dividends,
    nodes,
  }
}

/** By name, in the order in which the indexer passes its events to them. */
export type Modules = Awaited<ReturnType<typeof createModules>>
