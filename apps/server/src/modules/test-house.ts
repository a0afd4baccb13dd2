/** The house on real parts, for tests: Anvil with the deployed contracts, the real indexer, and every money module. */
import { digitalRightsAbi, drAbi, emissionAbi, withdrawalVaultAbi } from '@dr/contracts/abi'
import { deployAll } from '@dr/contracts/deploy'
import { deployMarket, LOCAL_LIQUIDITY, LOCAL_PARAMS, seedPools } from '@dr/contracts/local-market'
import type { Call, ResponseOf } from '@dr/protocol/call'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { type Anvil, startAnvil, testWallet } from '@dr/test-kit'
import { type Abi, createPublicClient, createWalletClient, type Hex, http, type PublicClient } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import type { z } from 'zod'
import { createIndexer } from '../indexer/index.ts'
import { chainNow } from '../platform/chain-clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { UserId } from '../platform/ids.ts'
import { createKeeper } from '../platform/keeper.ts'
import { createLogger } from '../platform/logger.ts'
import { createRegistry } from '../platform/metrics.ts'
import type { ModuleParts } from '../platform/module-parts.ts'
import { createAccountsModule } from './accounts/index.ts'
import { createMiningModule, type NewProduct } from './mining/index.ts'
import { createPricesModule } from './prices/index.ts'
import { createSolvencyModule } from './solvency/index.ts'
import { seedGenesis } from './users/index.ts'
import { createVouchersModule } from './vouchers/index.ts'
import { createWithdrawalModule } from './withdrawal/index.ts'

export const ONE = 10n ** 18n
const ROLES = ['signer', 'attester', 'guardian', 'pauser', 'proposer', 'treasury'] as const
const signerKey = generatePrivateKey()
const keeperKey = generatePrivateKey()

const walletOf = (anvil: Anvil, account: PrivateKeyAccount) =>
  createWalletClient({ account, chain: foundry, transport: http(anvil.url), pollingInterval: 20 })

/** A chain with everything deployed and the price windows full; one a test file. Blocks are made by transactions. */
export const startChain = async () => {
  const anvil = await startAnvil()
  await anvil.client.setAutomine(true)
  const client: PublicClient = createPublicClient({
    transport: http(anvil.url, { batch: true }),
    pollingInterval: 20,
    cacheTime: 0,
  })
  const holder = testWallet('liquidity holder')
  await anvil.client.setBalance({ address: holder.address, value: 10n ** 24n })
  const roleAddresses = Object.fromEntries(ROLES.map((role) => [role, testWallet(role).address]))
  const signer = privateKeyToAccount(signerKey).address
  const roles = {
    ...(roleAddresses as Record<(typeof ROLES)[number], Hex>),
    signer,
    liquidityHolder: holder.address,
  }
  const deployer = { walletClient: walletOf(anvil, holder), publicClient: client }
  const amm = await deployMarket(deployer)
  const deployment = await deployAll(deployer, { roles, params: { ...LOCAL_PARAMS, amm } })
  await seedPools(deployer, { contracts: deployment.contracts, liquidity: LOCAL_LIQUIDITY })
  await anvil.client.increaseTime({ seconds: 90_000 })
  await anvil.mine(3)
  const keeper = privateKeyToAccount(keeperKey).address
  await anvil.client.setBalance({ address: keeper, value: 10n ** 24n })
  return { anvil, client, deployment, holder, start: { id: await anvil.client.snapshot() } }
}
export type Chain = Awaited<ReturnType<typeof startChain>>

export interface TestUser {
  readonly wallet: PrivateKeyAccount
  readonly userId: UserId
  /** Lower case. */
  readonly account: Hex
}

const send = async (
  { anvil, client }: Chain,
  from: PrivateKeyAccount,
  call: { address: Hex; abi: Abi; functionName: string; args: readonly unknown[] },
): Promise<Hex> => {
  const hash = await walletOf(anvil, from).writeContract({ ...call, gas: 8_000_000n })
  const { status } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success') {
    await client.simulateContract({ ...call, account: from }) // throws with the reason
    throw new Error(`${call.functionName} reverted`)
  }
  return hash
}

const modulesOf = async (chain: Chain, database: Database, products: readonly NewProduct[] | undefined) => {
  const { client, deployment } = chain
  const { contracts } = deployment
  const logger = createLogger('silent')
  const registry = createRegistry({ defaults: false })
  const keeper = createKeeper({ client, key: keeperKey, receiptTimeoutMs: 10_000 })
  const startTime = await client.readContract({
    address: contracts.emission,
    abi: emissionAbi,
    functionName: 'startTime',
  })
  const prices = createPricesModule({ client, contracts, keeper, logger })
  const vouchers = createVouchersModule({
    ...{ database, client, contracts, signerKey, logger },
    chainId: deployment.chainId,
    now: () => new Date(),
  })
  const mining = createMiningModule({
    ...{ database, client, contracts, prices, vouchers, keeper, logger, startTime },
    products,
    releaseIntervalSeconds: 5,
  })
  const withdrawal = createWithdrawalModule({ database, client, contracts, prices, vouchers })
  const accounts = createAccountsModule({ database })
  const solvency = createSolvencyModule({ database, contracts, mining, withdrawal, logger, registry })
  return { prices, vouchers, mining, withdrawal, accounts, solvency, registry, logger, startTime }
}

/** The modules on `database`, following `chain` from the deployment on; what earlier tests did on it is undone. */
export const openHouse = async (
  chain: Chain,
  database: Database,
  options: { readonly products?: readonly NewProduct[] } = {},
) => {
  const { anvil, client, deployment, holder } = chain
  const { contracts } = deployment
  await anvil.client.revert({ id: chain.start.id })
  chain.start.id = await anvil.client.snapshot()
  const modules = await modulesOf(chain, database, options.products)
  const { prices, vouchers, mining, withdrawal, accounts, solvency, registry, logger } = modules
  const parts: readonly ModuleParts[] = [prices, vouchers, mining, withdrawal, accounts, solvency]
  const indexer = createIndexer({
    ...{ database, logger, registry },
    rpcUrl: anvil.url,
    chainId: deployment.chainId,
    startBlock: BigInt(deployment.startBlock),
    handlers: parts.flatMap(({ eventHandlers }) => eventHandlers),
    hooks: parts.flatMap(({ advanceHooks }) => advanceHooks),
  })
  await database.transaction((tx) => mining.seed(tx))
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
        request: {},
      } as never)
      return call.response.parse(answer) as ResponseOf<C>
    },
    /** Uses a voucher on chain, from the wallet it is for unless told otherwise; `change` spoils fields. */
    redeem: (voucher: Voucher, from: PrivateKeyAccount, change: Readonly<Record<string, unknown>> = {}) =>
      send(chain, from, voucherCall(voucher, change)),
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

const voucherCall = (voucher: Voucher, change: Readonly<Record<string, unknown>>) => {
  const { typedData, signature, contract } = voucher
  const field = (name: string): unknown => {
    if (name in change) return change[name]
    const value = typedData.message[name] as string | string[]
    return Array.isArray(value) ? value.map(BigInt) : BigInt(value)
  }
  const calls = {
    BuyMachine: [
      'buyMachine',
      ['usdtAmount', 'DRGVAmount', 'DRGVPrice', 'machineCount', 'deadline'],
      digitalRightsAbi,
    ],
    ActivateMachine: [
      'activateMachine',
      ['machineIDs', 'DRGVAmount', 'DRGVPrice', 'Period', 'deadline'],
      digitalRightsAbi,
    ],
    WithdrawDR: ['withdrawDR', ['amount', 'burnAmount', 'orderId', 'deadline'], withdrawalVaultAbi],
  } as const
  const [functionName, names, abi] = calls[typedData.primaryType]
  return { address: contract as Hex, abi: abi as Abi, functionName, args: [...names.map(field), signature] }
}
