import type { ResponseOf } from '@dr/protocol/call'
import type { TermPackage } from '@dr/protocol/calls/packages'
import type { Recharge } from '@dr/protocol/calls/recharge'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'
import type { CallOf } from '../endpoints.ts'
import { ordersKey } from './orders.ts'

export type PackageList = ResponseOf<CallOf<'getPackageConfigList'>>
export const isTerm = (one: PackageList['items'][number]): one is TermPackage => one.kind === 'term'

/** Base units of each token. */
type Reinvestable = { readonly USDT: string; readonly DR: string }

/** Reinvestable amounts that a package on sale and open now accepts, by its minimum (1041). */
export const reinvestableNow = (
  items: PackageList['items'],
  amounts: Reinvestable | undefined,
): Reinvestable => {
  const of = (token: 'USDT' | 'DR'): string => {
    const amount = amounts?.[token] ?? '0'
    const taken = items
      .filter(isTerm)
      .some((item) => item.open && item.token === token && BigInt(amount) >= BigInt(item.reinvestMinimum))
    return taken ? amount : '0'
  }
  return { USDT: of('USDT'), DR: of('DR') }
}

/** Packages on offer, with the rest of their budgets. */
export const packageListQuery = () =>
  queryOptions({
    queryKey: ['packages'],
    queryFn: ({ signal }) => callApi('getPackageConfigList', { signal }),
    staleTime: 10_000,
    refetchInterval: 30_000,
  })

const pages = { initialPageParam: null as string | null } as const
const nextOf = (page: { readonly nextCursor: string | null }): string | null => page.nextCursor
const cursorOf = (cursor: string | null) => (cursor === null ? {} : { cursor })

/** The user's positions, newest first; every page includes the reinvestable amounts at its time. */
export const positionsQuery = (address: Address) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey(address), 'positions'],
    queryFn: ({ signal, pageParam }) =>
      callApi('getPackageOrderList', { signal, request: cursorOf(pageParam) }),
    ...pages,
    getNextPageParam: nextOf,
    refetchInterval: 30_000,
  })

/** The user's positions that have not matured. */
export const openPositionsQuery = (address: Address) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey(address), 'positions', 'accruing'],
    queryFn: ({ signal, pageParam }) =>
      callApi('getPackageOrderList', { signal, request: { state: 'accruing', ...cursorOf(pageParam) } }),
    ...pages,
    getNextPageParam: nextOf,
    refetchInterval: 30_000,
  })

/** The user's locks, the soonest first. */
export const locksQuery = (address: Address) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey(address), 'locks'],
    queryFn: ({ signal, pageParam }) => callApi('lockList', { signal, request: cursorOf(pageParam) }),
    ...pages,
    getNextPageParam: nextOf,
  })

/** The user's deposits, newest first. */
export const rechargesQuery = (address: Address) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey(address), 'recharges'],
    queryFn: ({ signal, pageParam }) => callApi('getRechargeList', { signal, request: cursorOf(pageParam) }),
    ...pages,
    getNextPageParam: nextOf,
    refetchInterval: 15_000,
  })

const BOOKING_LOOK_MS = 2_000
export const isBooked = ({ state }: Recharge): boolean => state !== 'pending'

/** Booking of a deposit; the request also announces it to the server. Repeated until it is booked. */
export const depositQuery = (address: Address, txHash: string) =>
  queryOptions({
    queryKey: ['deposit', address, txHash],
    queryFn: ({ signal }) => callApi('rechargeRecord', { signal, request: { txHash } }),
    refetchInterval: ({ state }) => (state.data && isBooked(state.data) ? false : BOOKING_LOOK_MS),
    refetchIntervalInBackground: false,
  })
