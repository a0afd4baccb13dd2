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

/** What the live stream said last (ADR 0045): newer than what was read, or nothing. */
export type LivePools = LiveExchange & { readonly pools: NonNullable<LiveMessage['prices']> }

/** Set by the stream alone. */
export const livePoolsQuery = () => queryOptions<LivePools>({ queryKey: ['live-pools'], queryFn: skipToken })

/** Price by the pool's own events; the range before stays in sight while the next one comes. */
export const priceHistoryQuery = (token: PricedToken, range: PriceRange) =>
  queryOptions({
    queryKey: ['price-history', token, range],
    queryFn: ({ signal }) => callApi('priceHistory', { signal, request: { token, range } }),
    staleTime: 30_000,
    refetchInterval: 60_000,
    placeholderData: (before, query) => (query?.queryKey[1] === token ? keepPreviousData(before) : undefined),
  })

/** My final swaps, newest first. */
export const swapRecordsQuery = (address: Address) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey(address), 'swaps'],
    queryFn: ({ signal, pageParam }) =>
      callApi('swapRecords', { signal, request: pageParam === null ? {} : { cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 15_000,
  })
