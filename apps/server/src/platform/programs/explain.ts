/** Error text of a program on standard error: of a URL at most its scheme and host. */
import { BaseError } from 'viem'
import { causesOf } from '../causes.ts'
import { FatalError } from '../errors.ts'
import { hideUrls } from '../logger.ts'

/** Class of errors whose messages are written for the operator, like those of `FatalError`. */
export type WrittenError = abstract new (...args: never[]) => Error

/**
 * The message of an error that the operator can fix, without a stack; otherwise the stack: a server may have
 * run for days.
 */
export const explain = (error: unknown): string => {
  if (error instanceof FatalError) return hideUrls(error.message)
  return hideUrls(error instanceof Error ? (error.stack ?? error.message) : String(error))
}

/** viem's own messages have many lines: the request, which may be a whole contract, and the version. */
const wordsOfViem = (error: BaseError): string => {
  const where = 'url' in error && typeof error.url === 'string' ? ` (${error.url})` : ''
  const status = 'status' in error && typeof error.status === 'number' ? `, status ${error.status}` : ''
  const more = error.cause === undefined && error.details ? `: ${error.details}` : ''
  return error.shortMessage.replace(/\.$/, '') + where + status + more
}

/** A connection that failed at each of a name's addresses is an error without a message, but with a code. */
const wordsOf = (error: unknown): string => {
  if (error instanceof BaseError) return wordsOfViem(error)
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

/**
 * The error in one line, with its causes instead of a stack; a message written for the operator is unchanged.
 */
export const explainInLine = (error: unknown, written: readonly WrittenError[] = []): string => {
  if (error instanceof Error && [FatalError, ...written].some((kind) => error instanceof kind)) {
    return hideUrls(error.message)
  }
  const words = new Set([...causesOf(error)].map(wordsOf))
  return hideUrls([...words].join(': ')).replace(/\s+/g, ' ')
}
