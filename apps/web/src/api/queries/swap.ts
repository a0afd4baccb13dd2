import type { ResponseOf } from '@dr/protocol/call'
import type { PriceRange } from '@dr/protocol/constants'
import type { LiveExchange, LiveMessage } from '@dr/protocol/live'
import type { PricedToken } from '@dr/protocol/tokens'
import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'
import type { CallOf } from '../endpoints.ts'
import { ordersKey } from './orders.ts'

/** Tokens, pairs, prices and limits of the exchange at one block. */
export type SwapBook = ResponseOf<CallOf<'swapTokens'>>

export const swapTokensQuery = () =>
  queryOptions({
    queryKey: ['swap-tokens'],
    queryFn: ({ signal }) => callApi('swapTokens', { signal }),
    staleTime: 5_000,
    refetchInterval: 10_000,
  })

/** Last prices of the live stream (ADR 0045). */
export type LivePools = LiveExchange & { readonly pools: NonNullable<LiveMessage['prices']> }

/** Written only by the stream. */
export const livePoolsQuery = () => queryOptions<LivePools>({ queryKey: ['live-pools'], queryFn: skipToken })

/** Price history from the pool's events; the previous range remains while the next one loads. */
export const priceHistoryQuery = (token: PricedToken, range: PriceRange) =>
  queryOptions({
    queryKey: ['price-history', token, range],
    queryFn: ({ signal }) => callApi('priceHistory', { signal, request: { token, range } }),
    staleTime: 30_000,
    refetchInterval: 60_000,
    placeholderData: (before, query) => (query?.queryKey[1] === token ? keepPreviousData(before) : undefined),
  })

/** The user's final swaps, newest first. */
export const swapRecordsQuery = (address: Address) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey(address), 'swaps'],
    queryFn: ({ signal, pageParam }) =>
      callApi('swapRecords', { signal, request: pageParam === null ? {} : { cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 15_000,
  })
