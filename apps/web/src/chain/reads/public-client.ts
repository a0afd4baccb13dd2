import { type Chain, type Client, createClient, defineChain, fallback, http, type Transport } from 'viem'
import { type Config, loadConfig } from '../../api/config.ts'

const RPC_TIMEOUT_MS = 10_000

export type ChainClient = Client<Transport, Chain>

export const chainOf = ({ chain }: Config): Chain =>
  defineChain({
    id: chain.chainId,
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: { default: { http: chain.rpcUrls } },
    ...(chain.explorerUrl === null
      ? {}
      : { blockExplorers: { default: { name: chain.name, url: chain.explorerUrl } } }),
  })

/**
 * Client for the configured nodes in order: the next one is used only if the previous one does not answer.
 */
export const createChainClient = (config: Config): ChainClient =>
  createClient({
    chain: chainOf(config),
    transport: fallback(
      config.chain.rpcUrls.map((url) => http(url, { timeout: RPC_TIMEOUT_MS, retryCount: 1, batch: true })),
      { rank: false },
    ),
    pollingInterval: 1_000,
  })

let client: Promise<ChainClient> | null = null

/** The app's client, created once the configuration is loaded. */
export const loadChainClient = (): Promise<ChainClient> => {
  client ??= loadConfig().then(createChainClient, (error: unknown) => {
    client = null
    throw error
  })
  return client
}
