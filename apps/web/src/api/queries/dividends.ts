import { infiniteQueryOptions } from '@tanstack/react-query'
import { callApi } from '../client.ts'

/**
 * The open week's pool, and the closed weeks page by page; every page carries the open week of its moment.
 */
export const dividendPoolQuery = () =>
  infiniteQueryOptions({
    queryKey: ['dividend-pool'],
    queryFn: ({ signal, pageParam }) =>
      callApi('dividendPool', { signal, request: pageParam === null ? {} : { cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.weeks.nextCursor,
    refetchInterval: 30_000,
  })
