import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'

export const ordersKey = (address: Address) => ['orders', address] as const

/** Withdrawals and their states, newest first. */
export const withdrawalsQuery = (address: Address) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey(address), 'withdrawals'],
    queryFn: ({ signal, pageParam }) =>
      callApi('withdrawalDetail', { signal, request: pageParam === null ? {} : { cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 15_000,
  })
