import type { ResponseOf } from '@dr/protocol/call'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../client.ts'
import type { CallOf } from '../endpoints.ts'

/** A daily root as the server lists it. */
export type RootsEpoch = ResponseOf<CallOf<'publicRoots'>>['epochs'][number]

/** Daily roots, newest first. */
export const rootsQuery = () =>
  queryOptions({
    queryKey: ['roots'],
    queryFn: ({ signal }) => callApi('publicRoots', { signal }),
    refetchInterval: 30_000,
  })
