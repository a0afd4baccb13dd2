import type { FundFlow } from '@dr/protocol/calls/users'
import { PAGE_LIMIT_MAX } from '@dr/protocol/constants'
import { callApi } from '../../api/client.ts'
import type { FundFlowFilter } from '../../api/queries/ledger.ts'

/** Every ledger line that fits the filter, page by page: an export is complete, not the page on view. */
export async function fetchAllFundFlows(filter: FundFlowFilter): Promise<FundFlow[]> {
  const flows: FundFlow[] = []
  let cursor: string | null = null
  do {
    const request: FundFlowFilter & { limit: number; cursor?: string } = {
      ...filter,
      limit: PAGE_LIMIT_MAX,
      ...(cursor === null ? {} : { cursor }),
    }
    const page = await callApi('fundFlows', { request })
    flows.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return flows
}
