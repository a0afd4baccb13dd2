import type { ResponseOf } from '@dr/protocol/call'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callApi } from '../client.ts'
import type { CallOf } from '../endpoints.ts'

/** The open week's pool, and closed weeks page by page; every page includes the open week at its time. */
export const dividendPoolQuery = () =>
  infiniteQueryOptions({
    queryKey: ['dividend-pool'],
    queryFn: ({ signal, pageParam }) =>
      callApi('dividendPool', { signal, request: pageParam === null ? {} : { cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.weeks.nextCursor,
    refetchInterval: 30_000,
  })

type OpenWeek = ResponseOf<CallOf<'dividendPool'>>['current']

/** POD units that all users have pledged: those that earn this week, and those from next Monday. */
export const pledgedByAll = ({ pledged, joining }: Pick<OpenWeek, 'pledged' | 'joining'>): bigint =>
  BigInt(pledged) + BigInt(joining)
