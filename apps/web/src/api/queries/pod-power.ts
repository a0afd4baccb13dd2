import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'

/** A purchase, a pledge or a closed week invalidates everything under `['pod-power', address]`. */
export const podPowerKey = (address: Address) => ['pod-power', address] as const

/** Rates, minimum, weekly rules and both DR averages, which change with every block. */
export const podPowerConfigQuery = () =>
  queryOptions({
    queryKey: ['pod-power-config'],
    queryFn: ({ signal }) => callApi('podPowerConfig', { signal }),
    refetchInterval: 15_000,
  })

/** The server's calculation of a purchase; reserves nothing. `drAmount` in base units. */
export const calculatePodPowerQuery = (drAmount: bigint) =>
  queryOptions({
    queryKey: ['pod-power-quote', String(drAmount)],
    queryFn: ({ signal }) =>
      callApi('calculatePodPower', { signal, request: { drAmount: String(drAmount) } }),
    enabled: drAmount > 0n,
    staleTime: 5_000,
    gcTime: 30_000,
  })

/** The user's power, income, pledges by week, additions by day, and growth ranking. */
export const podPowerInfoQuery = (address: Address) =>
  queryOptions({
    queryKey: [...podPowerKey(address), 'info'],
    queryFn: ({ signal }) => callApi('podPowerInfo', { signal, request: {} }),
    refetchInterval: 30_000,
  })

/** The user's purchases, newest first, each with the part that dividends have consumed. */
export const podPurchasesQuery = (address: Address) =>
  infiniteQueryOptions({
    queryKey: [...podPowerKey(address), 'purchases'],
    queryFn: async ({ signal, pageParam }) => {
      const request = pageParam === null ? {} : { cursor: pageParam }
      const answer = await callApi('podPowerPurchase', { signal, request })
      // The same call binds an inviter with another answer.
      if (!('items' in answer)) throw new TypeError('a list of purchases was asked for')
      return answer
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 30_000,
  })
