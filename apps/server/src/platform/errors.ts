import {
  HttpRequestError,
  InternalRpcError,
  LimitExceededRpcError,
  ResourceUnavailableRpcError,
  WebSocketRequestError,
} from 'viem'
import { causesOf } from './causes.ts'
import { isRetryableSqlState } from './database/errors.ts'

/**
 * The base class of errors of the platform and the modules: retryable or not. All decisions by error
 * (indexer, ticks, transactions) use `isRetryable`, never an error's text.
 */
export abstract class PlatformError extends Error {
  abstract readonly retryable: boolean

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = new.target.name
  }
}

/** A temporary problem of a dependency: database, RPC endpoint, network. Try again. */
export class RetryableError extends PlatformError {
  readonly retryable = true
}

/** A permanent error: a violated rule, an impossible state, a wrong configuration. */
export class FatalError extends PlatformError {
  readonly retryable = false
}

/** System error codes of connections that may work next time. */
const RETRYABLE_SYSTEM_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

/** Whether it is viem's error of an unavailable or overloaded endpoint. */
const isPassingRpcError = (error: unknown): boolean =>
  error instanceof HttpRequestError ||
  error instanceof WebSocketRequestError ||
  error instanceof InternalRpcError ||
  error instanceof LimitExceededRpcError ||
  error instanceof ResourceUnavailableRpcError

/**
 * Whether the same operation may succeed when retried. The outermost error of a known kind in the chain of
 * causes decides.
 */
export const isRetryable = (error: unknown): boolean => {
  for (const cause of causesOf(error)) {
    if (cause instanceof PlatformError) return cause.retryable
    if (isPassingRpcError(cause) || (cause instanceof Error && cause.name === 'TimeoutError')) return true
    if (typeof cause !== 'object' || cause === null || !('code' in cause)) continue
    const { code } = cause
    if (typeof code !== 'string') continue
    if (RETRYABLE_SYSTEM_CODES.has(code) || isRetryableSqlState(code)) return true
  }
  return false
}
