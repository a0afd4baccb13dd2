import { erc20Abi } from 'viem'
import { getBalance, getBlock, readContract } from 'viem/actions'
import { loadConfig } from '../api/config.ts'
import type { Address } from '../api/session.ts'
import { loadChainClient } from './public-client.ts'

const TOKENS = ['USDT', 'DRGV', 'DR', 'USDR'] as const

export interface WalletBalances {
  /** Base units, all of one block. */
  readonly BNB: bigint
  readonly USDT: bigint
  readonly DRGV: bigint
  readonly DR: bigint
  readonly USDR: bigint
  readonly blockNumber: bigint
}

/** What the wallet holds, read from the chain; throws when no node answers, since "unavailable" is not 0. */
export async function readBalances(address: Address): Promise<WalletBalances> {
  const [config, client] = await Promise.all([loadConfig(), loadChainClient()])
  const { number: blockNumber } = await getBlock(client)
  const read = (token: (typeof TOKENS)[number]) =>
    readContract(client, {
      address: config.contracts[token] as Address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [address],
      blockNumber,
    })
  const [BNB, USDT, DRGV, DR, USDR] = await Promise.all([
    getBalance(client, { address, blockNumber }),
    ...TOKENS.map(read),
  ])
  return { BNB, USDT, DRGV, DR, USDR, blockNumber } as WalletBalances
}
