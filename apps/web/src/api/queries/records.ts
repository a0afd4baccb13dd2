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

/** Reads one page of machine purchases, for lists and exports. */
export const readMachinePurchases = (request: PageRequest, signal: AbortSignal) =>
  callApi('machinePurchases', { signal, request })

export const readElectricityPayments = (request: PageRequest, signal: AbortSignal) =>
  callApi('electricityPayments', { signal, request })

/** The user's final machine purchases, newest first. */
export const machinePurchasesQuery = (address: Address) =>
  list([...miningKey(address), 'purchases'], readMachinePurchases)

/** The user's final electricity payments, newest first. */
export const electricityPaymentsQuery = (address: Address) =>
  list([...miningKey(address), 'electricity'], readElectricityPayments)
