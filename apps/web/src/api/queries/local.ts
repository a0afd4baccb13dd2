import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../client.ts'

/** What a script did on the local demo network; asked on the local chain alone. */
export const networkQuery = () =>
  queryOptions({
    queryKey: ['localNetwork'],
    queryFn: ({ signal }) => callApi('network', { signal }),
    enabled: __LOCAL_CHAIN__,
    staleTime: Number.POSITIVE_INFINITY,
  })
