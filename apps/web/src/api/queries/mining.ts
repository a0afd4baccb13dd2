import type { MachineState } from '@dr/protocol/calls/user-mining'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'

/** A change of machines, electricity or collections invalidates everything under `['mining', address]`. */
export const miningKey = (address: Address) => ['mining', address] as const

export const miningInfoQuery = (address: Address) =>
  queryOptions({
    queryKey: [...miningKey(address), 'info'],
    queryFn: ({ signal }) => callApi('miningInfo', { signal }),
    refetchInterval: 15_000,
  })

export const hashRateInfoQuery = (address: Address) =>
  queryOptions({
    queryKey: [...miningKey(address), 'hash-rate'],
    queryFn: ({ signal }) => callApi('hashRateInfo', { signal }),
    refetchInterval: 30_000,
  })

export interface MachineFilter {
  readonly state?: MachineState
  readonly productId?: string
}

/** The user's machines, newest first, page by page. */
export const machinesQuery = (address: Address, filter: MachineFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [...miningKey(address), 'machines', filter],
    queryFn: ({ signal, pageParam }) =>
      callApi('miningDetail', {
        signal,
        request: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // Electricity also ends by time; the list reads again at that moment (machine-list.tsx).
    refetchInterval: 30_000,
  })

/** First and last day as `YYYY-MM-DD` (UTC), inclusive; absent: the server's default range. */
export interface DayRange {
  readonly from?: string
  readonly to?: string
}

export const miningStatsQuery = (address: Address, range: DayRange = {}) =>
  queryOptions({
    queryKey: [...miningKey(address), 'stats', range],
    queryFn: ({ signal }) => callApi('miningStats', { signal, request: range }),
  })
