/** A real chain for tests: Anvil with the market and every contract deployed. */

import { askedReceipts } from '@dr/contracts/asked-receipts'
import { configuredContracts } from '@dr/contracts/configured-contracts'
import { type Deployer, type Deployment, deployAll } from '@dr/contracts/deploy'
import {
  deployMarket,
  type Liquidity,
  LOCAL_LIQUIDITY,
  LOCAL_PARAMS,
  LOCAL_STOCK,
  recordDepths,
  type Stock,
  seedPools,
  stockExchange,
} from '@dr/contracts/local-market'
import { type Anvil, startAnvil, testWallet } from '@dr/test-kit'
import { type Abi, createPublicClient, createWalletClient, type Hex, http, type PublicClient } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { contractsSchema } from '../../src/platform/config/config.ts'
import { type LowerHex, lowerHex } from '../../src/platform/hex.ts'

export const ONE = 10n ** 18n
const ROLES = ['standbySigner', 'witness', 'guardian', 'pauser', 'proposer', 'treasury'] as const
export const signerKey = generatePrivateKey()
export const keeperKey = generatePrivateKey()
export const keeperAddress = privateKeyToAccount(keeperKey).address
export const attesterKey = generatePrivateKey()
export const drawerKey = generatePrivateKey()

/** Addresses for the modules, and further ones that tests call (pairs, router). */
const lowered = <Name extends string>(contracts: Readonly<Record<Name, Hex>>) =>
  Object.fromEntries(
    Object.entries<Hex>(contracts).map(([name, address]) => [name, lowerHex(address)]),
  ) as Record<Name, LowerHex>

export const addressesOf = (deployment: Deployment) => {
  const treasury = testWallet('treasury').address
  const configured = contractsSchema.parse(configuredContracts(deployment, treasury))
  return { ...lowered(deployment.contracts), ...configured }
}

const walletOf = (anvil: Anvil, account: PrivateKeyAccount) =>
  createWalletClient({ account, chain: foundry, transport: http(anvil.url), pollingInterval: 20 })

const DAY_SECONDS = 86_400
const WEEK_SECONDS = 7 * DAY_SECONDS
/** Noon of 1 January 1970, a Thursday. */
const THURSDAY_NOON = DAY_SECONDS / 2

/**
 * Unix seconds of the next Thursday's noon, UTC, so that no test crosses midnight while it counts a day's
 * amounts, or passes only on some days of the week. In the full run the next noon, on any day.
 */
const startOfChain = (): number => {
  const now = Date.now() / 1_000
  const step = process.env.FULL === '1' ? DAY_SECONDS : WEEK_SECONDS
  return Math.ceil((now - THURSDAY_NOON) / step) * step + THURSDAY_NOON
}

/** The deployment, with the amounts for its pools and its exchange. */
export interface Market {
  readonly deployment: Deployment
  readonly liquidity: Liquidity
  readonly stock: Stock
}

/**
 * A chain with everything deployed and full price windows; one for each test file. Blocks are made by
 * transactions. Its time begins at the same hour of the same day of the week (`startOfChain`), or at
 * `timestamp`. `extend` may deploy more before the pools get their liquidity.
 */
export const startChain = async (
  extend: (market: Market, deployer: Deployer) => Promise<Market> = async (market) => market,
  { timestamp = startOfChain() }: { readonly timestamp?: number } = {},
) => {
  const anvil = await startAnvil({ timestamp })
  await anvil.client.setAutomine(true)
  const client: PublicClient = createPublicClient({
    transport: http(anvil.url, { batch: true }),
    pollingInterval: 20,
    cacheTime: 0,
  }).extend(askedReceipts)
  const holder = testWallet('liquidity holder')
  await anvil.client.setBalance({ address: holder.address, value: 10n ** 24n })
  const roleAddresses = Object.fromEntries(ROLES.map((role) => [role, testWallet(role).address]))
  const signer = privateKeyToAccount(signerKey).address
  const roles = {
    ...(roleAddresses as Record<(typeof ROLES)[number], Hex>),
    signer,
    attester: privateKeyToAccount(attesterKey).address,
    drawer: privateKeyToAccount(drawerKey).address,
    liquidityHolder: holder.address,
  }
  const deployer = { walletClient: walletOf(anvil, holder), publicClient: client }
  const amm = await deployMarket(deployer)
  const plain = await deployAll(deployer, { roles, params: { ...LOCAL_PARAMS, amm } })
  const { deployment, liquidity, stock } = await extend(
    { deployment: plain, liquidity: LOCAL_LIQUIDITY, stock: LOCAL_STOCK },
    deployer,
  )
  const { contracts } = deployment
  await seedPools(deployer, { contracts, liquidity })
  await stockExchange(deployer, { contracts, stock })
  await anvil.client.increaseTime({ seconds: 90_000 })
  await anvil.mine(3)
  await recordDepths(deployer, { contracts })
  for (const key of [keeperKey, attesterKey]) {
    await anvil.client.setBalance({ address: privateKeyToAccount(key).address, value: 10n ** 24n })
  }
  return { anvil, client, deployment, holder, start: { id: await anvil.client.snapshot() } }
}
export type Chain = Awaited<ReturnType<typeof startChain>>

/** Sends from a wallet and waits until it is mined; throws with the contract's reason. */
export const send = async (
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
