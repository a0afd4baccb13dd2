import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'

/** The newest round, pot and bond, as the contract says them now. */
export const drawQuery = () =>
  queryOptions({
    queryKey: ['draw'],
    queryFn: ({ signal }) => callApi('getGameConfigList', { signal }),
    // A round ends by itself, with nothing that is announced.
    refetchInterval: () => 5_000,
  })

/** Rounds that are over, newest first; with what `account` entered, is owed and was paid. */
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
    // As above: how a round ended is announced by nothing.
    refetchInterval: () => 15_000,
  })
