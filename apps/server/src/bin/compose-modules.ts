/** All modules, put together: later ones take earlier ones (ARCHITECTURE.md, "Who may import whom"). */
import { emissionAbi } from '@dr/contracts/abi/emission'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { PublicClient } from 'viem'
import { createAccountsModule } from '../modules/accounts/index.ts'
import { createMiningModule } from '../modules/mining/index.ts'
import { createPricesModule } from '../modules/prices/index.ts'
import { createSolvencyModule } from '../modules/solvency/index.ts'
import { createSignatureVerifier, createUsersModule } from '../modules/users/index.ts'
import { createVouchersModule } from '../modules/vouchers/index.ts'
import { createWithdrawalModule } from '../modules/withdrawal/index.ts'
import type { WallClock } from '../platform/clock.ts'
import type { Contracts, ServerConfig } from '../platform/config.ts'
import type { ContractAddresses } from '../platform/contract-addresses.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { FatalError } from '../platform/errors.ts'
import { createKeeper } from '../platform/keeper.ts'
import type { ModuleParts } from '../platform/module-parts.ts'

const KEEPER_RECEIPT_TIMEOUT_MS = 30_000

export interface Foundation {
  readonly database: Database
  readonly client: PublicClient
  readonly nonceSecret: Uint8Array
  readonly now: WallClock
  readonly logger: Logger
  readonly registry: Registry
}

const addressesOf = (contracts: Contracts): ContractAddresses => {
  const [withdrawalVault0] = contracts.withdrawalVaults
  if (!withdrawalVault0) throw new FatalError('the deployment has no vault')
  return {
    usdt: contracts.USDT,
    dr: contracts.DR,
    drgv: contracts.DRGV,
    emission: contracts.Emission,
    priceOracle: contracts.PriceOracle,
    digitalRights: contracts.DigitalRights,
    withdrawalVault0,
  }
}

export interface Composition extends ModuleParts {
  /** What the modules want in the database before anything happens; repeatable. */
  seed(tx: Tx): Promise<void>
}

/** `keeper`: this process sends the keeper's transactions (the leader of the ticks does). */
export const composeModules = async (
  config: ServerConfig,
  foundation: Foundation,
  { keeper: keeps }: { readonly keeper: boolean },
): Promise<Composition> => {
  const { database, client, nonceSecret, now, logger, registry } = foundation
  const contracts = addressesOf(config.contracts)
  const { chainId } = config.chain
  const startTime = await client.readContract({
    address: contracts.emission,
    abi: emissionAbi,
    functionName: 'startTime',
  })
  const keeper = keeps
    ? createKeeper({ client, key: config.keys.keeper, receiptTimeoutMs: KEEPER_RECEIPT_TIMEOUT_MS })
    : undefined
  const users = createUsersModule({
    database,
    now,
    chainId,
    publicOrigin: config.publicOrigin,
    nonceSecret,
    verify: createSignatureVerifier(client),
  })
  const prices = createPricesModule({ client, contracts, keeper, logger })
  const vouchers = createVouchersModule({
    ...{ database, client, chainId, contracts, now, logger },
    signerKey: config.keys.signer,
  })
  const mining = createMiningModule({
    ...{ database, client, contracts, prices, vouchers, keeper, logger },
    startTime: BigInt(startTime),
    releaseIntervalSeconds: config.releaseIntervalSeconds,
  })
  const withdrawal = createWithdrawalModule({ database, client, contracts, prices, vouchers })
  const accounts = createAccountsModule({ database })
  const solvency = createSolvencyModule({ database, contracts, mining, withdrawal, logger, registry })
  const modules: readonly ModuleParts[] = [users, prices, vouchers, mining, withdrawal, accounts, solvency]
  return {
    routes: modules.flatMap(({ routes }) => routes),
    eventHandlers: modules.flatMap(({ eventHandlers }) => eventHandlers),
    advanceHooks: modules.flatMap(({ advanceHooks }) => advanceHooks),
    ticks: modules.flatMap(({ ticks }) => ticks),
    seed: mining.seed,
  }
}
