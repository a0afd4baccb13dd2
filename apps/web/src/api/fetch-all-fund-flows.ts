import type { FundFlow } from '@dr/protocol/calls/users'
import { PAGE_LIMIT_MAX } from '@dr/protocol/constants'
import { callApi } from './client.ts'
import type { FundFlowFilter } from './queries/ledger.ts'

/** Every ledger line the filter lets through, newest first: for the complete CSV, not the page on view. */
export async function fetchAllFundFlows(
  filter: FundFlowFilter,
  signal?: AbortSignal,
): Promise<readonly FundFlow[]> {
  const flows: FundFlow[] = []
  let cursor: string | null = null
  do {
    const page: { items: FundFlow[]; nextCursor: string | null } = await callApi('fundFlows', {
      request: { ...filter, limit: PAGE_LIMIT_MAX, ...(cursor === null ? {} : { cursor }) },
      ...(signal ? { signal } : {}),
    })
    flows.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return flows
}
