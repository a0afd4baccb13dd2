import { createPublicClient, defineChain, type PublicClient } from 'viem'
import { causesOf } from '../../platform/causes.ts'
import { EndpointOfAnotherChainError } from '../../platform/chain/endpoints/chain-endpoint.ts'
import { openChain } from '../../platform/chain/endpoints/open-chain.ts'
import type { ServerConfig } from '../../platform/config/config.ts'
import { isRetryable } from '../../platform/errors.ts'
import { lowerHex } from '../../platform/hex.ts'

const RECEIPT_POLL_MS = 500

/**
 * Client of the chain for calls and ticks, through all configured endpoints. It can be created while none of
 * them answers: calls then fail until one does. Throws when they serve another chain.
 */
export const createClient = async (
  { chain, contracts }: Pick<ServerConfig, 'chain' | 'contracts'>,
  deps: Pick<Parameters<typeof openChain>[0], 'logger' | 'registry' | 'readDistrusted'>,
): Promise<PublicClient> => {
  const { chainId, name, nativeCurrency, rpcUrls } = chain
  const client = createPublicClient({
    chain: defineChain({
      id: chainId,
      name,
      nativeCurrency: { ...nativeCurrency, decimals: 18 },
      rpcUrls: { default: { http: [...rpcUrls] } },
    }),
    // Confirmed by several endpoints: a price invented by one would be signed, as the contract accepts it
    // within its bounds.
    transport: openChain({ rpcUrls, chainId, confirmed: [lowerHex(contracts.PriceOracle)], ...deps }),
    // Interval of polling for a receipt: shorter than the time of a block, so that polling adds little delay.
    pollingInterval: RECEIPT_POLL_MS,
    cacheTime: 0,
  })
  try {
    await client.getChainId()
  } catch (error) {
    const wrong = [...causesOf(error)].find((cause) => cause instanceof EndpointOfAnotherChainError)
    if (wrong) throw wrong
    if (!isRetryable(error)) throw error
    deps.logger.error(
      { err: error },
      'no RPC endpoint answers (RPC_URLS): what needs the chain is refused until one does',
    )
  }
  return client
}
