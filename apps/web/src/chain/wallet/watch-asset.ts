import type { Token } from '@dr/protocol/tokens'
import { type Address, erc20Abi } from 'viem'
import { readContract } from 'viem/actions'
import { loadConfig } from '../../api/config.ts'
import { loadChainClient } from '../reads/public-client.ts'
import { currentWallet } from './wallet-connection.ts'

/** The contract at the configured address is another token than configured. */
class AnotherTokenError extends Error {}

/**
 * Asks the wallet to list a token (EIP-747), after checking its symbol and decimals on chain, since a
 * wallet shows them. True if it did; rejections and unknown methods are rethrown.
 */
export const watchAsset = async (token: Token): Promise<boolean> => {
  const [config, client, wallet] = await Promise.all([loadConfig(), loadChainClient(), currentWallet()])
  if (wallet === null) throw new TypeError('no wallet is connected')
  const address = config.contracts[token] as Address
  const [symbol, decimals] = await Promise.all([
    readContract(client, { address, abi: erc20Abi, functionName: 'symbol' }),
    readContract(client, { address, abi: erc20Abi, functionName: 'decimals' }),
  ])
  if (symbol !== token) throw new AnotherTokenError(`${address} is ${symbol}, not ${token}`)
  return wallet.provider.request({
    method: 'wallet_watchAsset',
    params: { type: 'ERC20', options: { address, symbol, decimals } },
  })
}
