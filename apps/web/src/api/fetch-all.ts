import { PAGE_LIMIT_MAX } from '@dr/protocol/constants'
import { ERRORS } from '@dr/protocol/errors'
import { ApiError } from './errors.ts'
import { pause } from './pause.ts'

export interface PageRequest {
  readonly limit?: number
  readonly cursor?: string
}

interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** Reads one page of a list. */
export type ReadPage<Item> = (request: PageRequest, signal: AbortSignal) => Promise<Page<Item>>

interface Options {
  readonly signal: AbortSignal
  /** Items read so far. */
  readonly onProgress: (count: number) => void
}

/** Seconds until the next request after a rate limit (30003). */
const waitOf = (error: unknown): number | undefined => {
  if (!(error instanceof ApiError) || error.code !== ERRORS.TOO_MANY_REQUESTS.code) return undefined
  const { retryAfterSeconds } = (error.data ?? {}) as { readonly retryAfterSeconds?: unknown }
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined
}

/** Reads a page, waiting out the rate limit: a long history has more pages than are allowed in a minute. */
const readPatiently = async <Item>(
  read: ReadPage<Item>,
  request: PageRequest,
  signal: AbortSignal,
): Promise<Page<Item>> => {
  for (;;) {
    try {
      return await read(request, signal)
    } catch (error) {
      const seconds = waitOf(error)
      if (seconds === undefined) throw error
      await pause(seconds * 1_000, signal)
      signal.throwIfAborted()
    }
  }
}

/**
 * Reads a whole list, page by page, for a complete export. Throws the signal's reason when it is cancelled.
 */
export const fetchAll = async <Item>(
  read: ReadPage<Item>,
  { signal, onProgress }: Options,
): Promise<Item[]> => {
  const all: Item[] = []
  let cursor: string | null = null
  do {
    const request: PageRequest = { limit: PAGE_LIMIT_MAX, ...(cursor === null ? {} : { cursor }) }
    const page: Page<Item> = await readPatiently(read, request, signal)
    signal.throwIfAborted()
    all.push(...page.items)
    onProgress(all.length)
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}
