/** RPC endpoints, for confirmations and checks. */
import type { ChainReader, Header } from './chain-reader.ts'

export interface Endpoint {
  readonly url: string
  /**
   * Position in the configuration and host, without the possibly secret rest of the URL: for logs and
   * metrics.
   */
  readonly name: string
  readonly reader: ChainReader
  /** Reader with shorter time-outs: for confirmations, and for checks that run beside. */
  readonly prober: ChainReader
  /** Reason for leaving it out; undefined while it is used. */
  problem: Error | undefined
  /** The highest block that it has called final. */
  head: bigint
}

/** The endpoints, and which of them are used: for confirmations and checks. */
export interface EndpointPool {
  readonly all: readonly Endpoint[]
  /** The other ones in use. */
  othersOf(endpoint: Endpoint): Endpoint[]
  leaveOut(endpoint: Endpoint, error: Error): void
  takeBack(endpoint: Endpoint): void
  /** Records an endpoint's newest final block. */
  recordFinal(endpoint: Endpoint, finalized: Header): Header
  /** Asks an endpoint beside the work; one that fails is left out. */
  ask<T>(endpoint: Endpoint, question: (prober: ChainReader) => Promise<T>): Promise<T | undefined>
}
