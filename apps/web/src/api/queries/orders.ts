import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '../client.ts'
import type { Address } from '../session.ts'

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

/** The one withdrawal of `orderId`; null when the server knows none. */
export const withdrawalQuery = (address: Address, orderId: string) =>
  queryOptions({
    queryKey: [...ordersKey(address), 'withdrawal', orderId],
    queryFn: async ({ signal }) =>
      (await callApi('withdrawalDetail', { signal, request: { orderId } })).items[0] ?? null,
  })

/** Vouchers that may still be used, of every kind. */
export const openVouchersQuery = (address: Address) =>
  queryOptions({
    queryKey: [...ordersKey(address), 'open-vouchers'],
    queryFn: ({ signal }) => callApi('openVouchers', { signal }),
  })

/** The voucher of `orderId` in whatever state it is; null when the server knows none. */
export const voucherQuery = (address: Address, orderId: string) =>
  queryOptions({
    queryKey: [...ordersKey(address), 'voucher', orderId],
    queryFn: async ({ signal }) =>
      (await callApi('openVouchers', { signal, request: { orderId } })).items[0] ?? null,
    staleTime: 0,
  })
