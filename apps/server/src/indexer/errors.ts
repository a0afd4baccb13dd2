import { FatalError, RetryableError } from '../platform/errors.ts'
import type { EventLog } from './event-log.ts'

/** The endpoint did not answer: network, HTTP status, time-out. */
export class RpcUnreachableError extends RetryableError {
  /** True after a time-out: a smaller request may help. */
  readonly timedOut: boolean

  constructor(message: string, options: { cause?: unknown; timedOut: boolean }) {
    super(message, options)
    this.timedOut = options.timedOut
  }
}

/**
 * The endpoint answered with a JSON-RPC error. Endpoints refuse large ranges this way, each with its own
 * message.
 */
export class RpcRefusedError extends RetryableError {
  readonly rpcCode: number

  constructor(message: string, rpcCode: number) {
    super(message)
    this.rpcCode = rpcCode
  }
}

/** The endpoint's answer contradicts itself or an earlier one: try again. */
export class RpcInconsistentError extends RetryableError {}

/** The indexer stops and does not restart by itself: it needs a person. */
export class IndexerHaltedError extends FatalError {}

/** The endpoint serves another chain than the configured one. */
export class WrongChainError extends IndexerHaltedError {}

/**
 * The endpoint serves no `eth_getLogs` (like official public BNB nodes) in a batch: another one is needed.
 */
export class LogsNotServedError extends IndexerHaltedError {}

/**
 * Database and chain contradict each other. On the local chain: reset the database. Elsewhere: an incident.
 */
class ChainDisagreesError extends IndexerHaltedError {}

/** The chain ends before the database's cursor block: a local chain that lost blocks in a crash. */
export class ChainBehindDatabaseError extends ChainDisagreesError {}

/** A block that the chain had called final has been replaced. */
export class ReorgPastFinalizedError extends ChainDisagreesError {}

/**
 * The newest final block of this endpoint is older than that of another: it is left out until it has caught
 * up.
 */
export class EndpointBehindError extends RetryableError {}

/** More endpoints have another block at that number: this one is left out. */
export class EndpointOutvotedError extends RetryableError {}

/**
 * An invalid header: its fields do not give its hash, or it is another block than requested, or one of the
 * future. The endpoint is used again when it answers for `block` correctly.
 */
export class WrongHeaderError extends RetryableError {
  readonly block: bigint | undefined

  constructor(message: string, block?: bigint) {
    super(message)
    this.block = block
  }
}

/**
 * A block at a number, or a log in it, has as many endpoints for it as against it. Nothing is written until
 * they agree, or the configuration has one endpoint more or less. Not a halt: the wrong one may recover by
 * itself.
 */
export class EndpointsDisagreeError extends FatalError {}

/** A log, and whether the chain has it. */
export interface LogProof {
  readonly log: EventLog
  readonly isThere: boolean
}

/**
 * The endpoint's logs were incomplete or wrong, by the header's `logsBloom`, other endpoints or a number of
 * the chain. With a `proof` it is used again when it answers that correctly.
 */
export class WrongLogsError extends RetryableError {
  readonly proof: LogProof | undefined

  constructor(message: string, proof?: LogProof) {
    super(message)
    this.proof = proof
  }
}

/**
 * The endpoint's numbers of the chain (`chainNumbers`) differ from the others': its reads of contracts are
 * distrusted. With `isStillWrong` it is used again when it answers correctly.
 */
export class WrongNumbersError extends RetryableError {
  readonly isStillWrong: () => Promise<boolean>

  constructor(message: string, isStillWrong: () => Promise<boolean>) {
    super(message)
    this.isStillWrong = isStillWrong
  }
}

/**
 * All endpoints have the same logs, but a number of the chain shows that some are missing. Retried for a
 * while (`PATIENCE_MS`), since late logs arrive by themselves.
 */
export class NumbersDisagreeError extends RetryableError {}

/** Names of the errors about the endpoint that was asked, for metrics. */
export const ENDPOINT_ERRORS: readonly string[] = [
  RpcUnreachableError,
  RpcRefusedError,
  RpcInconsistentError,
  EndpointBehindError,
  EndpointOutvotedError,
  WrongHeaderError,
  WrongLogsError,
  WrongNumbersError,
  WrongChainError,
  LogsNotServedError,
  ChainBehindDatabaseError,
  ReorgPastFinalizedError,
].map(({ name }) => name)

/** Whether the error is about the endpoint that was asked; another one may do better. */
export const isAboutEndpoint = (error: unknown): error is Error =>
  error instanceof RpcUnreachableError ||
  error instanceof RpcRefusedError ||
  error instanceof RpcInconsistentError ||
  error instanceof EndpointBehindError ||
  error instanceof EndpointOutvotedError ||
  error instanceof WrongHeaderError ||
  error instanceof WrongLogsError ||
  error instanceof WrongNumbersError ||
  error instanceof IndexerHaltedError
