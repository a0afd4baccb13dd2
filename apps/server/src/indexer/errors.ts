import { FatalError, RetryableError } from '../platform/errors.ts'
import type { EventLog } from './event-log.ts'

/** The endpoint did not answer: network, HTTP status, time-out. */
export class RpcUnreachableError extends RetryableError {
  /** It took too long: asking for less may help. */
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

/** The indexer stops and does not restart by itself: a person has to look into it. */
export class IndexerHaltedError extends FatalError {}

/** The endpoint serves another chain than the configured one. */
export class WrongChainError extends IndexerHaltedError {}

/**
 * The endpoint serves no `eth_getLogs` (official public BNB nodes do not) in a batch: another one is needed.
 */
export class LogsNotServedError extends IndexerHaltedError {}

/**
 * Database and chain tell different stories. On the local chain: reset the database. Elsewhere: an incident.
 */
class ChainDisagreesError extends IndexerHaltedError {}

/** The chain ends before the database's cursor block: a local chain that lost blocks in a crash. */
export class ChainBehindDatabaseError extends ChainDisagreesError {}

/** A block the chain had called final is another one now. */
export class ReorgPastFinalizedError extends ChainDisagreesError {}

/**
 * The newest final block of this endpoint is older than that of another: it is left out until it has caught
 * up.
 */
export class EndpointBehindError extends RetryableError {}

/** More endpoints have another block at that number: this one is left out. */
export class EndpointOutvotedError extends RetryableError {}

/**
 * A header of the endpoint is none of the chain: its fields do not give its hash, or it is another block than
 * the one that was asked for, or one of the future. It is used again when it answers for `block` rightly.
 */
export class WrongHeaderError extends RetryableError {
  readonly block: bigint | undefined

  constructor(message: string, block?: bigint) {
    super(message)
    this.block = block
  }
}

/**
 * As many endpoints have one block at a number, or one log in it, as have another or none. Nothing is written
 * until they agree, or the configuration has one more endpoint, or one less. No halt: the one that is wrong
 * may find out by itself.
 */
export class EndpointsDisagreeError extends FatalError {}

/** A log, and whether the chain has it. */
export interface LogProof {
  readonly log: EventLog
  readonly isThere: boolean
}

/**
 * The endpoint answered a question for logs without some that are there, or with some that are not: the
 * header's `logsBloom`, other endpoints or a number of the chain say so. With a `proof` it is used again when
 * it answers that rightly.
 */
export class WrongLogsError extends RetryableError {
  readonly proof: LogProof | undefined

  constructor(message: string, proof?: LogProof) {
    super(message)
    this.proof = proof
  }
}

/**
 * The endpoint's numbers of the chain (`chainNumbers`) are not those of the others: what it reads from
 * contracts is not believed. With `isStillWrong` it is used again when it answers rightly.
 */
export class WrongNumbersError extends RetryableError {
  readonly isStillWrong: () => Promise<boolean>

  constructor(message: string, isStillWrong: () => Promise<boolean>) {
    super(message)
    this.isStillWrong = isStillWrong
  }
}

/**
 * All endpoints have the same logs, and a number of the chain says that some are missing. Tried again for a
 * while (`PATIENCE_MS`): late logs come by themselves.
 */
export class NumbersDisagreeError extends RetryableError {}

/** Names of the errors that say something about the endpoint that was asked, for metrics. */
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

/** Whether the error says something about the endpoint that was asked; another one may do better. */
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
