import { infiniteQueryOptions } from '@tanstack/react-query'
import { callApi } from '../client.ts'

/**
 * Setting changes of the contracts, newest first; every page includes the time-lock's announcements at its
 * time.
 */
export const settingChangesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['setting-changes'],
    queryFn: ({ signal, pageParam }) =>
      callApi('settingChanges', { signal, request: pageParam === null ? {} : { cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 30_000,
  })
