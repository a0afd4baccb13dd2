/** A trader in the public pools, outside the product, who moves the demo network's prices. */
import { BPS } from '@dr/protocol/constants'
import type { PricedToken } from '@dr/protocol/tokens'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Random } from '../../crash/random.ts'
import type { SentCall } from '../../simulation/bulk-rpc.ts'
import { ONE } from '../../simulation/scene.ts'
import { erc20Call, type World } from './world.ts'

const pairAbi = parseAbi([
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 timestamp)',
  'function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)',
])
/** Part of a Uniswap V2 input after the fee, in thousandths. */
const AFTER_FEE = 997n
const FEE_PARTS = 1_000n
/**
 * Maximum price move of a trade, in basis points of the pool's input side; less if several trades come
 * within the day that the exchange averages.
 */
const MOVE_MAX_BPS = 110
const CALM_MAX_BPS = 35

/** Pays one token into the pool of `token`, and takes the output. */
const trade = async (
  { client, contracts }: World,
  { trader, token, payBps, buys }: { trader: Hex; token: PricedToken; payBps: number; buys: boolean },
): Promise<SentCall[]> => {
  const pair = contracts.pairs[token] as Hex
  const [reserve0, reserve1] = await client.readContract({
    address: pair,
    abi: pairAbi,
    functionName: 'getReserves',
  })
  const [paid, taken] = (buys ? ['USDT', token] : [token, 'USDT']) as [
    'USDT' | PricedToken,
    'USDT' | PricedToken,
  ]
  // A pair's token0 is the lower address.
  const paidIsFirst = BigInt(contracts[paid]) < BigInt(contracts[taken])
  const [held, other] = paidIsFirst ? [reserve0, reserve1] : [reserve1, reserve0]
  const amount = ((held * BigInt(payBps)) / BPS / ONE) * ONE
  const out = (amount * AFTER_FEE * other) / (held * FEE_PARTS + amount * AFTER_FEE)
  const outs = paidIsFirst ? ([0n, out] as const) : ([out, 0n] as const)
  const data = encodeFunctionData({ abi: pairAbi, functionName: 'swap', args: [...outs, trader, '0x'] })
  return [erc20Call(trader, contracts[paid], 'transfer', [pair, amount]), { from: trader, to: pair, data }]
}

/** Makes one trade in each pool. Purchases slightly outweigh sales. */
export const tradeOnce = async (
  world: World,
  { trader, random, calm }: { trader: Hex; random: Random; calm: boolean },
): Promise<void> => {
  for (const token of ['DR', 'DRGV'] as const satisfies readonly PricedToken[]) {
    const payBps = random.between(5, calm ? CALM_MAX_BPS : MOVE_MAX_BPS)
    await world.send(await trade(world, { trader, token, payBps, buys: random.chance(0.55) }))
  }
}
