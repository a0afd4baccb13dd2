import { WAD } from '@dr/protocol/amounts'
import {
  type DeployedName,
  deployedName,
  PRICED_TOKENS,
  type PricedToken,
  SWAP_TOKENS,
  type SwapToken,
} from '@dr/protocol/tokens'
import type { Abi, Address } from 'viem'
import { drAbi } from '../abi/dr.ts'
import { exchangeAbi } from '../abi/exchange.ts'
import { poolSeederAbi } from '../abi/pool-seeder.ts'
import { usdrAbi } from '../abi/usdr.ts'
import { readAmmArtifact } from './artifacts.ts'
import { deployedPairs } from './configured-contracts.ts'
import type { Deployment, DeployParams } from './deploy.ts'
import { type Deployer, deployArtifact, send } from './deployer.ts'

/**
 * Parameters of the local chain, with 1 DR = 0.50 USDT and 1 DRGV = 0.10 USDT initially. Amounts are base
 * units.
 */
export const LOCAL_PARAMS = {
  testUsdtSupply: 100_000_000n * WAD,
  minDepth: 50_000n * WAD,
  minerVaultCaps: {
    vaultDailyBps: 500,
    vaultDailyFloor: 80_000n * WAD, // four times the limit of an account, which is therefore the lower one
    accountDaily: 20_000n * WAD,
  },
  moneyVaultCaps: {
    dr: { vaultDailyBps: 500, vaultDailyFloor: 80_000n * WAD, accountDaily: 20_000n * WAD },
    usdt: { vaultDailyBps: 500, vaultDailyFloor: 40_000n * WAD, accountDaily: 10_000n * WAD },
  },
  exchangeCaps: {
    dollar: { dailyBps: 1_000, dailyFloor: 25_000n * WAD },
    token: { dailyBps: 1_000, dailyFloor: 50_000n * WAD },
  },
} as const satisfies Omit<DeployParams, 'amm'>

/** Liquidity of the local chain's pools. Base units. */
export const LOCAL_LIQUIDITY: Liquidity = {
  dr: { token: 2_000_000n * WAD, usdt: 1_000_000n * WAD },
  drgv: { token: 10_000_000n * WAD, usdt: 1_000_000n * WAD },
}

/** Stock of the exchange, base units. */
export type Stock = Readonly<Record<DeployedName<SwapToken>, bigint>>

/** Stock of the local chain's exchange. */
export const LOCAL_STOCK = {
  usdt: 2_000_000n * WAD,
  usdr: 1_000_000n * WAD,
  dr: 5_000_000n * WAD,
  drgv: 5_000_000n * WAD,
} as const satisfies Stock

/** Base units added to each pool; the quotient is the first price. */
export type Liquidity = Readonly<
  Record<DeployedName<PricedToken>, { readonly token: bigint; readonly usdt: bigint }>
>

/**
 * Deploys Uniswap V2 (wrapped native token, factory, router) from the published artefacts. `routed`: the factory
 * of the router, if it is another one.
 */
export const deployMarket = async (
  deployer: Deployer,
  routed?: Address,
): Promise<{ weth: Address; factory: Address; router: Address }> => {
  const deploy = (name: Parameters<typeof readAmmArtifact>[0], args: readonly unknown[]): Promise<Address> =>
    deployArtifact(deployer, { name, artifact: readAmmArtifact(name), args })
  const weth = await deploy('WETH9', [])
  const factory = await deploy('UniswapV2Factory', [deployer.walletClient.account.address])
  const router = await deploy('UniswapV2Router02', [routed ?? factory, weth])
  return { weth, factory, router }
}

/** A call that a wallet sends. */
export interface Call {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
}

const sendAll = async (deployer: Deployer, calls: readonly Call[]): Promise<void> => {
  for (const call of calls) await send(deployer, call)
}

/** The liquidity holder's calls for the first liquidity of each pool, in their order. */
export const poolCalls = (contracts: Deployment['contracts'], liquidity: Liquidity): Call[] => {
  const { usdt, poolSeeder } = contracts
  const pairs = deployedPairs(contracts)
  return PRICED_TOKENS.flatMap((symbol) => {
    const token = deployedName(symbol)
    const sides = [
      { address: contracts[token], amount: liquidity[token].token },
      { address: usdt, amount: liquidity[token].usdt },
    ]
    // A V2 pair's token0 is the lower address.
    const [first, second] = sides.toSorted((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
    return [
      ...sides.map(({ address, amount }) => ({
        address,
        abi: drAbi,
        functionName: 'approve',
        args: [poolSeeder, amount],
      })),
      {
        address: poolSeeder,
        abi: poolSeederAbi,
        functionName: 'seed',
        args: [pairs[symbol], first?.amount, second?.amount],
      },
    ]
  })
}

/**
 * Adds the first liquidity to each pool out of the wallet's own tokens: it must be the deployment's liquidity
 * holder. Each pool takes one transaction, which fails unless the pool then holds exactly these amounts
 * (`PoolSeeder`).
 */
export const seedPools = (
  deployer: Deployer,
  { contracts, liquidity }: { contracts: Deployment['contracts']; liquidity: Liquidity },
): Promise<void> => sendAll(deployer, poolCalls(contracts, liquidity))

/**
 * Records the depth of the pools, without which nothing leaves the exchange; call it once there are averages
 * of a day (IExchange).
 */
export const recordDepths = async (
  deployer: Deployer,
  { contracts }: Pick<Deployment, 'contracts'>,
): Promise<void> => {
  await send(deployer, {
    address: contracts.exchange,
    abi: exchangeAbi,
    functionName: 'recordDepths',
    args: [],
  })
}

/** The calls that stock the exchange: plain transfers, and USDR by wrapping USDT. */
export const stockCalls = (contracts: Deployment['contracts'], stock: Stock): Call[] => {
  const { usdt, usdr, exchange } = contracts
  return [
    ...SWAP_TOKENS.map(deployedName)
      .filter((token) => token !== 'usdr')
      .map((token) => ({
        address: contracts[token],
        abi: drAbi,
        functionName: 'transfer',
        args: [exchange, stock[token]],
      })),
    { address: usdt, abi: drAbi, functionName: 'approve', args: [usdr, stock.usdr] },
    { address: usdr, abi: usdrAbi, functionName: 'depositFor', args: [exchange, stock.usdr] },
  ]
}

/**
 * Stocks the exchange out of the wallet's own tokens. Call it once: stock leaves only by swaps (IExchange).
 */
export const stockExchange = (
  deployer: Deployer,
  { contracts, stock }: { contracts: Deployment['contracts']; stock: Stock },
): Promise<void> => sendAll(deployer, stockCalls(contracts, stock))
