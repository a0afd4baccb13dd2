import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'

/** Everything under `['community', address]` is read again when an inviter was bound. */
const communityKey = (address: Address) => ['community', address] as const

const cursorOf = (cursor: string | null) => (cursor === null ? {} : { cursor })

/** Totals, my team, my level; my direct members page by page, or those a search finds. */
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

/** My team by day, newest first. */
export const teamDailyQuery = (address: Address) =>
  infiniteQueryOptions({
    queryKey: [...communityKey(address), 'days'],
    queryFn: ({ signal, pageParam }) => callApi('teamDailyData', { signal, request: cursorOf(pageParam) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 30_000,
  })

/** Who leads by what their direct referrals did in a week; the open week without one. */
export const referralRankingQuery = (week?: number) =>
  queryOptions({
    queryKey: ['referral-ranking', week ?? 'open'],
    queryFn: ({ signal }) =>
      callApi('directReferralRanking', { signal, request: week === undefined ? {} : { week } }),
    // The week before stays in sight while the next one comes.
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })

/** Nodes page by page; every page carries the open week, my standing and the closed weeks of its moment. */
export const nodeRankingQuery = (address: Address) =>
  infiniteQueryOptions({
    queryKey: [...communityKey(address), 'nodes'],
    queryFn: ({ signal, pageParam }) => callApi('nodeRanking', { signal, request: cursorOf(pageParam) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.ranking.nextCursor,
    refetchInterval: 30_000,
  })
