import type { FundFlow } from '@dr/protocol/calls/fund-flows'
import { PAGE_LIMIT_MAX } from '@dr/protocol/constants'
import { callApi } from '../../api/client.ts'
import type { FundFlowFilter } from '../../api/queries/ledger.ts'

interface Options {
  readonly signal: AbortSignal
  /** Lines read so far. */
  readonly onProgress: (count: number) => void
}

/**
 * Every ledger line that fits the filter, page by page to the end: an export is complete, not the page on view. Throws
 * the signal's reason when it is cancelled.
 */
export async function fetchAllFundFlows(
  filter: FundFlowFilter,
  { signal, onProgress }: Options,
): Promise<FundFlow[]> {
  const flows: FundFlow[] = []
  let cursor: string | null = null
  do {
    const request: FundFlowFilter & { limit: number; cursor?: string } = {
      ...filter,
      limit: PAGE_LIMIT_MAX,
      ...(cursor === null ? {} : { cursor }),
    }
    const page = await callApi('fundFlows', { request, signal })
    signal.throwIfAborted()
    flows.push(...page.items)
    onProgress(flows.length)
    cursor = page.nextCursor
  } while (cursor !== null)
  return flows
}
