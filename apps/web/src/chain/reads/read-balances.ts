import { allByToken, TOKENS, type Token } from '@dr/protocol/tokens'
import { type Address, erc20Abi } from 'viem'
import { getBalance, getBlock, readContract } from 'viem/actions'
import { loadConfig } from '../../api/config.ts'
import { loadChainClient } from './public-client.ts'

/** Base units, all of one block. */
export interface WalletBalances extends Readonly<Record<Token | 'BNB', bigint>> {
  readonly blockNumber: bigint
}

/** Reads the wallet's balances; throws when no node answers, so that unavailable is not shown as 0. */
export const readBalances = async (address: Address): Promise<WalletBalances> => {
  const [config, client] = await Promise.all([loadConfig(), loadChainClient()])
  const { number: blockNumber } = await getBlock(client)
  const read = (token: Token) =>
    readContract(client, {
      address: config.contracts[token] as Address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [address],
      blockNumber,
    })
  const [BNB, tokens] = await Promise.all([
    getBalance(client, { address, blockNumber }),
    allByToken(TOKENS, read),
  ])
  return { ...tokens, BNB, blockNumber }
}
