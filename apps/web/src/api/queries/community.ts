import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'

/** Binding an inviter invalidates everything under `['community', address]`. */
const communityKey = (address: Address) => ['community', address] as const

const cursorOf = (cursor: string | null) => (cursor === null ? {} : { cursor })

/** Totals, the user's team and level; direct referrals page by page, or the results of a search. */
export const communityQuery = (address: Address, search?: string) =>
  infiniteQueryOptions({
    queryKey: [...communityKey(address), 'members', search ?? ''],
    queryFn: ({ signal, pageParam }) =>
      callApi('community', {
        signal,
        request: { ...cursorOf(pageParam), ...(search === undefined ? {} : { search }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.members.nextCursor,
    refetchInterval: 30_000,
  })

/** The user's team by day, newest first. */
export const teamDailyQuery = (address: Address) =>
  infiniteQueryOptions({
    queryKey: [...communityKey(address), 'days'],
    queryFn: ({ signal, pageParam }) => callApi('teamDailyData', { signal, request: cursorOf(pageParam) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 30_000,
  })

/** Weekly ranking by direct referrals; the open week by default. */
export const referralRankingQuery = (week?: number) =>
  queryOptions({
    queryKey: ['referral-ranking', week ?? 'open'],
    queryFn: ({ signal }) =>
      callApi('directReferralRanking', { signal, request: week === undefined ? {} : { week } }),
    // The previous week remains while the next one loads.
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })

/** Nodes page by page; every page includes the open week, the user's state and closed weeks at its time. */
export const nodeRankingQuery = (address: Address) =>
  infiniteQueryOptions({
    queryKey: [...communityKey(address), 'nodes'],
    queryFn: ({ signal, pageParam }) => callApi('nodeRanking', { signal, request: cursorOf(pageParam) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.ranking.nextCursor,
    refetchInterval: 30_000,
  })
