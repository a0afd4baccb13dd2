import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'

/** Newest round, pot and bond, from the contract. */
export const drawQuery = () =>
  queryOptions({
    queryKey: ['draw'],
    queryFn: ({ signal }) => callApi('getGameConfigList', { signal }),
    // A round ends by time, without an announcement.
    refetchInterval: () => 5_000,
  })

/** Finished rounds, newest first, with `account`'s entries, prizes and payments. */
export const drawResultsQuery = (account: Address | undefined) =>
  infiniteQueryOptions({
    queryKey: ['draw', 'results', account ?? null],
    queryFn: ({ signal, pageParam }) =>
      callApi('getDigitLogList', {
        signal,
        request: {
          ...(account === undefined ? {} : { account }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // The end of a round is not announced.
    refetchInterval: () => 15_000,
  })
