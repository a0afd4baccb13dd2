/** What a program writes on standard error when it ends: never more of a URL than its scheme and host. */
import { BaseError } from 'viem'
import { causesOf } from '../causes.ts'
import { FatalError } from '../errors.ts'
import { hideUrls } from '../logger.ts'

/** Of errors whose messages are written for the operator, as those of `FatalError` are. */
export type WrittenError = abstract new (...args: never[]) => Error

/** What an operator can put right, without a stack; all else with it: a server may have run for days. */
export const explain = (error: unknown): string => {
  if (error instanceof FatalError) return hideUrls(error.message)
  return hideUrls(error instanceof Error ? (error.stack ?? error.message) : String(error))
}

/** viem's own messages go on for lines: the request, which may be a whole contract, and the version. */
const wordsOfViem = (error: BaseError): string => {
  const where = 'url' in error && typeof error.url === 'string' ? ` (${error.url})` : ''
  const status = 'status' in error && typeof error.status === 'number' ? `, status ${error.status}` : ''
  const more = error.cause === undefined && error.details ? `: ${error.details}` : ''
  return error.shortMessage.replace(/\.$/, '') + where + status + more
}

/** A connection that failed at each of a name's addresses is an error without words, but with a code. */
const wordsOf = (error: unknown): string => {
  if (error instanceof BaseError) return wordsOfViem(error)
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

/**
 * The same in one line, with its causes in place of a stack; what is written for the operator as it is.
 */
export const explainInLine = (error: unknown, written: readonly WrittenError[] = []): string => {
  if (error instanceof Error && [FatalError, ...written].some((kind) => error instanceof kind)) {
    return hideUrls(error.message)
  }
  const words = new Set([...causesOf(error)].map(wordsOf))
  return hideUrls([...words].join(': ')).replace(/\s+/g, ' ')
}
