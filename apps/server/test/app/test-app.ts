/** The house on real parts, for tests: Anvil with the deployed contracts, the real indexer, and every money module. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digitalRightsAbi, drAbi, emissionAbi, exchangeAbi, withdrawalVaultAbi } from '@dr/contracts/abi'
import type { Call, ResponseOf } from '@dr/protocol/call'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { voucherCall } from '@dr/protocol/voucher-call'
import { mutableClock, testWallet } from '@dr/test-kit'
import type { Abi, Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { z } from 'zod'
import { createIndexer } from '../../src/indexer/index.ts'
import { createAccountsModule, createSettle } from '../../src/modules/accounts/index.ts'
import { createCommunityModule } from '../../src/modules/community/index.ts'
import { createDividendsModule } from '../../src/modules/dividends/index.ts'
import { createMiningModule, type NewProduct } from '../../src/modules/mining/index.ts'
import { createNodesModule } from '../../src/modules/nodes/index.ts'
import { createPackagesModule, type NewPackage } from '../../src/modules/packages/index.ts'
import { createPodPowerModule } from '../../src/modules/pod-power/index.ts'
import { createPricesModule } from '../../src/modules/prices/index.ts'
import { createResultsModule } from '../../src/modules/results/index.ts'
import { createSecurityModule } from '../../src/modules/security/index.ts'
import { createSolvencyModule } from '../../src/modules/solvency/index.ts'
import { createSwapModule } from '../../src/modules/swap/index.ts'
import { createTransfersModule } from '../../src/modules/transfers/index.ts'
import { createDigestVerifier, seedGenesis } from '../../src/modules/users/index.ts'
import { createVouchersModule } from '../../src/modules/vouchers/index.ts'
import { createWithdrawalModule } from '../../src/modules/withdrawal/index.ts'
import { chainNow } from '../../src/platform/chain-clock.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { UserId } from '../../src/platform/ids.ts'
import { createKeeper } from '../../src/platform/keeper.ts'
import { createLogger } from '../../src/platform/logger.ts'
import type { Letter } from '../../src/platform/mailer.ts'
import { createRegistry } from '../../src/platform/metrics.ts'
import type { ModuleParts } from '../../src/platform/module-parts.ts'
import { addressesOf, attesterKey, type Chain, keeperKey, ONE, send, signerKey } from './chain.ts'

export { type Chain, ONE, startChain } from './chain.ts'

/** Every call that takes a voucher. */
const VOUCHER_ABI: Abi = [...digitalRightsAbi, ...exchangeAbi, ...withdrawalVaultAbi]

export interface TestUser {
  readonly wallet: PrivateKeyAccount
  readonly userId: UserId
  /** Lower case. */
  readonly account: Hex
}

interface Offered {
  readonly products?: readonly NewProduct[]
  readonly packages?: readonly NewPackage[]
}

const modulesOf = async (chain: Chain, database: Database, offered: Offered) => {
  const { client, deployment } = chain
  const contracts = addressesOf(deployment)
  const logger = createLogger('silent')
  const registry = createRegistry({ defaults: false })
  const keeper = createKeeper({ client, key: keeperKey, receiptTimeoutMs: 10_000 })
  const startTime = await client.readContract({
    address: contracts.emission,
    abi: emissionAbi,
    functionName: 'startTime',
  })
  const prices = createPricesModule({ database, client, contracts, keeper, logger })
  const vouchers = createVouchersModule({
    ...{ database, client, contracts, signerKey, logger },
    chainId: deployment.chainId,
    now: () => new Date(),
  })
  const nodes = createNodesModule({
    ...{ database, contracts, logger, startTime },
    chainId: deployment.chainId,
  })
  const dividends = createDividendsModule({
    ...{ database, contracts, logger, startTime },
    chainId: deployment.chainId,
    receiveNodeIncome: nodes.receiveIncome,
  })
  const results = createResultsModule({
    ...{ database, client, contracts, logger, sources: [dividends.results, nodes.results] },
    directory: await mkdtemp(join(tmpdir(), 'dr-results-')),
    attester: createKeeper({ client, key: attesterKey, receiptTimeoutMs: 10_000 }),
  })
  const podPower = createPodPowerModule({
    ...{ database, client, contracts, prices, vouchers, startTime },
    dividendRules: dividends.rules,
  })
  const letters: Letter[] = []
  const domain = { chainId: deployment.chainId, contract: contracts.digitalRights }
  const wall = mutableClock()
  const security = createSecurityModule({
    ...{ database, domain, logger, now: wall.now },
    pepper: () => new Uint8Array(32).fill(9),
    verify: createDigestVerifier(client),
    mailer: { send: async (letter) => void letters.push(letter) },
  })
  const settle = createSettle({ database, dividends })
  const transfers = createTransfersModule({
    ...{ database, security, domain, settle },
  })
  const mining = createMiningModule({
    ...{ database, client, contracts, prices, vouchers, keeper, logger, startTime },
    products: offered.products,
    releaseIntervalSeconds: 5,
    podPower: async (reader, userId) => ({
      ...(await dividends.power.pledgedPower(reader, userId)),
      lastWeekPerUnit: await dividends.lastWeekPerUnit(reader),
    }),
  })
  const packages = createPackagesModule({
    ...{ database, client, contracts, prices, podPower: dividends.power, settle },
    stakeBegun: nodes.stakeBegun,
    packages: offered.packages,
  })
  const swap = createSwapModule({
    ...{ database, client, contracts, prices, vouchers, keeper, logger },
    feeFlushSchedule: 5,
    receiveFees: dividends.receiveFees,
    receiveNodeIncome: nodes.receiveIncome,
  })
  const withdrawal = createWithdrawalModule({
    ...{ database, client, contracts, prices, vouchers, security, settle },
  })
  const accounts = createAccountsModule({
    ...{ database, mining, podPower: dividends.power, vouchers, withdrawal, settle },
  })
  const community = createCommunityModule({ database, isNode: nodes.isNode, logger })
  const solvency = createSolvencyModule({
    ...{ database, client, contracts, mining, withdrawal, prices, logger, registry },
    podBurned: dividends.power.burnedTotal,
  })
  const money = { prices, vouchers, podPower, dividends, nodes, results, mining, packages, swap, withdrawal }
  const safe = { security, transfers, letters, wall, domain }
  return { ...money, ...safe, accounts, community, solvency, registry, logger, startTime }
}

/** The modules on `database`, following `chain` from the deployment on; what earlier tests did on it is undone. */
export const openHouse = async (chain: Chain, database: Database, options: Offered = {}) => {
  const { anvil, client, deployment, holder } = chain
  const contracts = addressesOf(deployment)
  await anvil.client.revert({ id: chain.start.id })
  chain.start.id = await anvil.client.snapshot()
  const modules = await modulesOf(chain, database, options)
  const { mining, packages, registry, logger } = modules
  const { prices, vouchers, podPower, swap, withdrawal, accounts, community, solvency, dividends } = modules
  const parts: readonly ModuleParts[] = [
    ...[
      modules.security,
      modules.transfers,
      prices,
      vouchers,
      podPower,
      mining,
      packages,
      swap,
      withdrawal,
      accounts,
      community,
      solvency,
      dividends,
      modules.nodes,
      modules.results,
    ],
  ]
  const indexer = createIndexer({
    ...{ database, logger, registry },
    rpcUrls: [anvil.url],
    chainId: deployment.chainId,
    startBlock: BigInt(deployment.startBlock),
    handlers: parts.flatMap(({ eventHandlers }) => eventHandlers),
    hooks: parts.flatMap(({ advanceHooks }) => advanceHooks),
  })
  await database.transaction((tx) => mining.seed(tx))
  await database.transaction((tx) => packages.seed(tx))
  await indexer.catchUp()

  const house = {
    ...modules,
    chain,
    database,
    contracts,
    indexer,
    /** Makes what was mined final, and the indexer read it. */
    async finalize() {
      await anvil.mine(3)
      await indexer.catchUp()
    },
    /** Lets chain time pass. */
    async travel(seconds: number) {
      await anvil.client.increaseTime({ seconds })
      await house.finalize()
    },
    /** Somebody releases the emission, and it becomes final. */
    async release() {
      await anvil.client.increaseTime({ seconds: 1 }) // two blocks may have one time; nothing is emitted between them
      await send(chain, holder, {
        address: contracts.emission,
        abi: emissionAbi,
        functionName: 'release',
        args: [],
      })
      await house.finalize()
    },
    /** An activated user with gas, USDT and DRGV. */
    async newUser(name: string, { usdt = 100_000n, drgv = 1_000_000n } = {}): Promise<TestUser> {
      const wallet = testWallet(name)
      await anvil.client.setBalance({ address: wallet.address, value: 10n ** 20n })
      const give = (token: Hex, amount: bigint) =>
        send(chain, holder, {
          address: token,
          abi: drAbi,
          functionName: 'transfer',
          args: [wallet.address, amount],
        })
      if (usdt > 0n) await give(contracts.usdt, usdt * ONE)
      if (drgv > 0n) await give(contracts.drgv, drgv * ONE)
      for (const token of [contracts.usdt, contracts.drgv]) {
        const args = [contracts.digitalRights, 2n ** 255n]
        await send(chain, wallet, { address: token, abi: drAbi, functionName: 'approve', args })
      }
      const at = new Date('2026-01-01T00:00:00Z')
      const { id: userId } = await database.transaction((tx) =>
        seedGenesis(tx, { address: wallet.address, at }),
      )
      return { wallet, userId, account: wallet.address.toLowerCase() as Hex }
    },
    /** Makes a call as HTTP would: request parsed, response checked against the protocol. */
    async call<C extends Call>(
      call: C,
      user: TestUser | undefined,
      body: z.input<C['request']>,
    ): Promise<ResponseOf<C>> {
      const route = parts.flatMap(({ routes }) => routes).find((one) => one.call === call)
      if (!route) throw new Error(`no route for ${call.name}`)
      const caller = user && { userId: user.userId, address: user.account, activated: true, sessionId: 1n }
      const answer = await route.handle({
        params: {},
        body: call.request.parse(body),
        caller,
        request: { ip: '127.0.0.1' },
      } as never)
      return call.response.parse(answer) as ResponseOf<C>
    },
    /** Uses a voucher on chain, from the wallet it is for unless told otherwise; `change` spoils fields. */
    redeem: (voucher: Voucher, from: PrivateKeyAccount, change: Readonly<Record<string, unknown>> = {}) =>
      send(chain, from, {
        address: voucher.contract as Hex,
        abi: VOUCHER_ABI,
        ...voucherCall(voucher, change),
      }),
    clock: async () => (await chainNow(database.read)).timestamp,
    read: {
      dr: (address: Hex) =>
        client.readContract({
          address: contracts.dr,
          abi: drAbi,
          functionName: 'balanceOf',
          args: [address],
        }),
    },
    send: (
      from: PrivateKeyAccount,
      call: { address: Hex; abi: Abi; functionName: string; args: readonly unknown[] },
    ) => send(chain, from, call),
  }
  return house
}
export type House = Awaited<ReturnType<typeof openHouse>>
