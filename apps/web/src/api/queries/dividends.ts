import { infiniteQueryOptions } from '@tanstack/react-query'
import { callApi } from '../client.ts'

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
