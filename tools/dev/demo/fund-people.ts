/** Initial funds of the demo network's people, and the sponsor's funding of the pools. */
import { fundingAbi } from '@dr/contracts/abi/funding'
import { encodeFunctionData, type Hex, parseEther, toHex } from 'viem'
import type { SentCall } from '../../simulation/bulk-rpc.ts'
import type { Rpc } from '../chain/rpc.ts'
import { addressOf } from '../deployment/keys.ts'
import { GRANT } from '../faucet.ts'
import { erc20Call, type World } from './world.ts'

/** Base units. */
const GAS_OF_PERSON = parseEther('5')
const TRADER_BEGINS_WITH = {
  USDT: parseEther('500000'),
  DR: parseEther('500000'),
  DRGV: parseEther('2000000'),
}
const SPONSORED = { USDT: parseEther('40'), DR: parseEther('40') }
const MEMO = 'demo sponsor: weekly dividends'

/** Gives each person as much as one grant of the faucet. */
export const fundPeople = async (
  { world, rpc }: { world: World; rpc: Rpc },
  people: readonly Hex[],
): Promise<void> => {
  const { contracts, keys } = world
  const faucet = addressOf(keys.faucet)
  for (const address of people) await rpc('anvil_setBalance', [address, toHex(GAS_OF_PERSON)])
  await world.send(
    people.flatMap((address) =>
      (['USDT', 'DRGV'] as const).map((token) =>
        erc20Call(faucet, contracts[token], 'transfer', [address, GRANT[token]]),
      ),
    ),
  )
}

/** Funds the trader in the public pools from the deployment's tokens for the market. */
export const fundTrader = async ({ world, rpc }: { world: World; rpc: Rpc }, trader: Hex): Promise<void> => {
  const { contracts, keys } = world
  await rpc('anvil_setBalance', [trader, toHex(GAS_OF_PERSON)])
  const from = { USDT: keys.faucet, DR: keys.deployer, DRGV: keys.faucet }
  await world.send(
    (['USDT', 'DR', 'DRGV'] as const).map((token) =>
      erc20Call(addressOf(from[token]), contracts[token], 'transfer', [trader, TRADER_BEGINS_WITH[token]]),
    ),
  )
}

/** Funds the pools with USDT and DR from the sponsor: through `Funding`, with a memo. */
export const fundPools = async ({ contracts, keys, send }: World): Promise<void> => {
  const sponsor = addressOf(keys.sponsor)
  const givers = { USDT: addressOf(keys.faucet), DR: addressOf(keys.deployer) }
  const calls = (['USDT', 'DR'] as const).flatMap((token): SentCall[] => {
    const [address, amount] = [contracts[token], SPONSORED[token]]
    return [
      erc20Call(givers[token], address, 'transfer', [sponsor, amount]),
      erc20Call(sponsor, address, 'approve', [contracts.Funding, amount]),
      {
        from: sponsor,
        to: contracts.Funding,
        data: encodeFunctionData({
          abi: fundingAbi,
          functionName: 'fundPools',
          args: [address, amount, MEMO],
        }),
      },
    ]
  })
  await send(calls.toSorted((a, b) => Number(a.from === sponsor) - Number(b.from === sponsor)))
}
