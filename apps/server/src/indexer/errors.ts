import { FatalError, RetryableError } from '../platform/errors.ts'

/** The endpoint did not answer: network, HTTP status, time-out. */
export class RpcUnreachableError extends RetryableError {
  /** It took too long: asking for less may help. */
  readonly timedOut: boolean

  constructor(message: string, options: { cause?: unknown; timedOut: boolean }) {
    super(message, options)
    this.timedOut = options.timedOut
  }
}

/** The endpoint answered with a JSON-RPC error. Endpoints refuse large ranges this way, each in words of its own. */
export class RpcRefusedError extends RetryableError {
  readonly rpcCode: number

  constructor(message: string, rpcCode: number) {
    super(message)
    this.rpcCode = rpcCode
  }
}

/** The endpoint's answer contradicts itself, or what it said before: ask again. */
export class RpcInconsistentError extends RetryableError {}

/** The indexer stops, and does not start again by itself: somebody has to look. */
export class IndexerHaltedError extends FatalError {}

/** The endpoint serves another chain than the configured one. */
export class WrongChainError extends IndexerHaltedError {}

/** The endpoint serves no `eth_getLogs` (official public BNB nodes do not) in a batch: another one is needed. */
export class LogsNotServedError extends IndexerHaltedError {}

/** Database and chain tell different stories. On the local chain: reset the database. Elsewhere: an incident. */
export class ChainDisagreesError extends IndexerHaltedError {}

/** The chain ends before the block the database stands at: a local chain that lost blocks in a crash. */
export class ChainBehindDatabaseError extends ChainDisagreesError {}

/** A block the chain had called final is another one now. */
export class ReorgPastFinalizedError extends ChainDisagreesError {}
