import { infiniteQueryOptions } from '@tanstack/react-query'
import { callApi } from '../client.ts'

/**
 * Every change of a contract's setting, newest first; every page carries what the time-lock announced at its
 * moment.
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
