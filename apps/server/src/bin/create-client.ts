import { createPublicClient, defineChain, fallback, http, type PublicClient } from 'viem'
import type { ServerConfig } from '../platform/config.ts'
import { FatalError } from '../platform/errors.ts'

const RECEIPT_POLL_MS = 500

/** The chain, through the configured endpoints in their order: the next one only when one before it fails. */
export const createClient = async ({ chain }: Pick<ServerConfig, 'chain'>): Promise<PublicClient> => {
  const { chainId, name, nativeCurrency, rpcUrls } = chain
  const client = createPublicClient({
    chain: defineChain({
      id: chainId,
      name,
      nativeCurrency: { ...nativeCurrency, decimals: 18 },
      rpcUrls: { default: { http: [...rpcUrls] } },
    }),
    transport: fallback(
      rpcUrls.map((url) => http(url, { batch: true })),
      { rank: false },
    ),
    // How often a receipt is looked for: below the time of a block, so that nothing waits for nothing.
    pollingInterval: RECEIPT_POLL_MS,
    cacheTime: 0,
  })
  const found = await client.getChainId()
  if (found !== chainId) throw new FatalError(`the endpoint serves chain ${found}, not ${chainId}`)
  return client
}
