/** An RPC endpoint, and all of them: what confirming and checking work with. */
import type { ChainReader, Header } from './chain-reader.ts'

export interface Endpoint {
  readonly url: string
  /** Place in the configuration and host, without what may be secret in the URL: for logs and metrics. */
  readonly name: string
  readonly reader: ChainReader
  /** With less patience: for what the others confirm, and for the checks that run beside. */
  readonly prober: ChainReader
  /** Why it is left out; undefined: it is used. */
  problem: Error | undefined
  /** The highest block it has called final. */
  head: bigint
}

/** The endpoints, and which of them are used: what confirming and checking work with. */
export interface EndpointPool {
  readonly all: readonly Endpoint[]
  /** The other ones in use. */
  othersOf(endpoint: Endpoint): Endpoint[]
  leaveOut(endpoint: Endpoint, error: Error): void
  takeBack(endpoint: Endpoint): void
  /** An endpoint says which block is final. */
  hear(endpoint: Endpoint, finalized: Header): Header
  /** Asks an endpoint beside the work; one that fails is left out. */
  ask<T>(endpoint: Endpoint, question: (prober: ChainReader) => Promise<T>): Promise<T | undefined>
}
