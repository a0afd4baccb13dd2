import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Transport } from 'viem'
import type { LowerHex } from '../../hex.ts'
import { createChainEndpoint } from './chain-endpoint.ts'
import { chainTransport } from './chain-transport.ts'
import { showEndpoints } from './endpoint-metrics.ts'
import { createHeadBook } from './head-book.ts'
import { createNewestBlockReader } from './newest-block.ts'

/** The chain through these endpoints, in their order of preference; sends no request yet. */
export const openChain = (input: {
  readonly rpcUrls: readonly string[]
  readonly chainId: number
  readonly logger: Logger
  readonly registry: Registry
  /** Fingerprints of the endpoints that the indexer distrusts. */
  readonly readDistrusted: () => Promise<ReadonlySet<string>>
  /** Contracts whose answers a second endpoint has to confirm, if there is one. */
  readonly confirmed?: readonly LowerHex[]
}): Transport => {
  const { rpcUrls, chainId, logger, registry, readDistrusted, confirmed = [] } = input
  const isAlone = rpcUrls.length === 1
  const endpoints = rpcUrls.map((url, index) => createChainEndpoint({ url, index, isAlone, chainId, logger }))
  const book = createHeadBook(endpoints, logger)
  const reader = createNewestBlockReader(book, { readDistrusted, logger })
  showEndpoints(registry, { book, reader })
  return chainTransport(book, reader, new Set(confirmed))
}
