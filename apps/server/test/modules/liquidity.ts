/** The liquidity of the pools, which belongs to the test chain's holder. */
import { drAbi } from '@dr/contracts/abi'
import { type Hex, parseAbi } from 'viem'
import type { TestApp } from '../app/test-app.ts'

const abi = [
  ...drAbi,
  ...parseAbi([
    'function burn(address to) returns (uint256, uint256)',
    'function mint(address to) returns (uint256)',
    'function token0() view returns (address)',
    'function token1() view returns (address)',
  ]),
] as const

/** Result of `takeLiquidity`, to be put back. */
export interface Taken {
  readonly pair: Hex
  readonly amounts: readonly (readonly [token: Hex, amount: bigint])[]
}

/** Takes `percent` of the liquidity holder's share of a pair. */
export const takeLiquidity = async (app: TestApp, pair: Hex, percent: bigint): Promise<Taken> => {
  const { holder, client } = app.chain
  const at = { address: pair, abi } as const
  const balances = async () => {
    const tokens = [
      await client.readContract({ ...at, functionName: 'token0' }),
      await client.readContract({ ...at, functionName: 'token1' }),
    ]
    const args = [holder.address] as const
    return Promise.all(
      tokens.map(async (token) => {
        const balance = await client.readContract({ address: token, abi, functionName: 'balanceOf', args })
        return [token, balance] as const
      }),
    )
  }
  const before = new Map(await balances())
  const held = await client.readContract({ ...at, functionName: 'balanceOf', args: [holder.address] })
  await app.send(holder, { ...at, functionName: 'transfer', args: [pair, (held * percent) / 100n] })
  await app.send(holder, { ...at, functionName: 'burn', args: [holder.address] })
  const amounts = (await balances()).map(
    ([token, after]) => [token, after - (before.get(token) ?? 0n)] as const,
  )
  return { pair, amounts }
}

/** Puts the liquidity back. */
export const bringLiquidity = async (app: TestApp, { pair, amounts }: Taken): Promise<void> => {
  const { holder } = app.chain
  for (const [token, amount] of amounts)
    await app.send(holder, { address: token, abi, functionName: 'transfer', args: [pair, amount] })
  await app.send(holder, { address: pair, abi, functionName: 'mint', args: [holder.address] })
}
