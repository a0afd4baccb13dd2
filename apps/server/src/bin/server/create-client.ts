import type { Logger } from 'pino'
import { createPublicClient, defineChain, fallback, type PublicClient } from 'viem'
import { causesOf } from '../../platform/causes.ts'
import type { ServerConfig } from '../../platform/config/config.ts'
import { isRetryable } from '../../platform/errors.ts'
import { chainEndpoints, EndpointOfAnotherChainError, endpointTransport } from './chain-endpoint.ts'

const RECEIPT_POLL_MS = 500
/** viem's default for one endpoint; with several, each try goes through all of them. */
const RETRIES = { alone: 3, amongOthers: 1 }

/**
 * The chain, through the configured endpoints in their order: the next one only when one before it fails. It
 * may be created while none of them answers: then what needs the chain fails until one does. Throws when they
 * serve another chain.
 */
export const createClient = async (
  { chain }: Pick<ServerConfig, 'chain'>,
  logger: Logger,
): Promise<PublicClient> => {
  const { chainId, name, nativeCurrency, rpcUrls } = chain
  const all = chainEndpoints(rpcUrls)
  const client = createPublicClient({
    chain: defineChain({
      id: chainId,
      name,
      nativeCurrency: { ...nativeCurrency, decimals: 18 },
      rpcUrls: { default: { http: [...rpcUrls] } },
    }),
    transport: fallback(
      all.map((endpoint) => endpointTransport(endpoint, { all, chainId, logger })),
      { rank: false, retryCount: all.length > 1 ? RETRIES.amongOthers : RETRIES.alone },
    ),
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
    logger.error(
      { err: error },
      'no RPC endpoint answers (RPC_URLS): what needs the chain is refused until one does',
    )
  }
  return client
}
