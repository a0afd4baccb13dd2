import type { RequestOf } from '@dr/protocol/call'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'
import type { CallOf } from '../endpoints.ts'

export const ledgerKey = (address: Address) => ['ledger', address] as const

export type FundFlowFilter = Omit<RequestOf<CallOf<'fundFlows'>>, 'cursor' | 'limit'>

/** Ledger lines, newest first, page by page; every page includes the balances at its time. */
export const fundFlowsQuery = (address: Address, filter: FundFlowFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [...ledgerKey(address), 'fund-flows', filter],
    queryFn: ({ signal, pageParam }) =>
      callApi('fundFlows', {
        signal,
        request: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 30_000,
  })
