import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../client.ts'

/** Generated history of the local demo network; local chain only. */
export const networkQuery = () =>
  queryOptions({
    queryKey: ['localNetwork'],
    queryFn: ({ signal }) => callApi('network', { signal }),
    enabled: __LOCAL_CHAIN__,
    staleTime: Number.POSITIVE_INFINITY,
  })
