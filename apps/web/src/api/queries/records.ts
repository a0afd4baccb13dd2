import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'
import type { PageRequest, ReadPage } from '../fetch-all.ts'
import { miningKey } from './mining.ts'

const list = <Item>(queryKey: readonly unknown[], read: ReadPage<Item>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) => read(pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 15_000,
  })

/** A page of them, for an export too. */
export const readMachinePurchases = (request: PageRequest, signal: AbortSignal) =>
  callApi('machinePurchases', { signal, request })

export const readElectricityPayments = (request: PageRequest, signal: AbortSignal) =>
  callApi('electricityPayments', { signal, request })

/** My final purchases of machines, newest first. */
export const machinePurchasesQuery = (address: Address) =>
  list([...miningKey(address), 'purchases'], readMachinePurchases)

/** My final payments of electricity, newest first. */
export const electricityPaymentsQuery = (address: Address) =>
  list([...miningKey(address), 'electricity'], readElectricityPayments)
