import type { FundFlow } from '@dr/protocol/calls/fund-flows'
import { PAGE_LIMIT_MAX } from '@dr/protocol/constants'
import { ERRORS } from '@dr/protocol/errors'
import { callApi } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { pause } from '../../api/pause.ts'
import type { FundFlowFilter } from '../../api/queries/ledger.ts'

interface Page {
  readonly items: readonly FundFlow[]
  readonly nextCursor: string | null
}
type PageRequest = FundFlowFilter & { readonly limit: number; readonly cursor?: string }

interface Options {
  readonly signal: AbortSignal
  /** Lines read so far. */
  readonly onProgress: (count: number) => void
  readonly read?: (request: PageRequest, signal: AbortSignal) => Promise<Page>
}

const readPage = (request: PageRequest, signal: AbortSignal): Promise<Page> =>
  callApi('fundFlows', { request, signal })

/** Seconds the server asks to wait, where it was asked too often (30003). */
const waitOf = (error: unknown): number | undefined => {
  if (!(error instanceof ApiError) || error.code !== ERRORS.TOO_MANY_REQUESTS.code) return undefined
  const { retryAfterSeconds } = (error.data ?? {}) as { readonly retryAfterSeconds?: unknown }
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined
}

/** A page, as soon as the server lets us: a long history is more pages than it answers in a minute. */
async function readPatiently(request: PageRequest, options: Options): Promise<Page> {
  const { signal, read = readPage } = options
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
 * Every ledger line that fits the filter, page by page to the end: an export is complete, not the page on view. Throws
 * the signal's reason when it is cancelled.
 */
export async function fetchAllFundFlows(filter: FundFlowFilter, options: Options): Promise<FundFlow[]> {
  const { signal, onProgress } = options
  const flows: FundFlow[] = []
  let cursor: string | null = null
  do {
    const request: PageRequest = {
      ...filter,
      limit: PAGE_LIMIT_MAX,
      ...(cursor === null ? {} : { cursor }),
    }
    const page = await readPatiently(request, options)
    signal.throwIfAborted()
    flows.push(...page.items)
    onProgress(flows.length)
    cursor = page.nextCursor
  } while (cursor !== null)
  return flows
}
