import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'

export const operatorKey = (address: Address) => ['operator', address] as const

type Whole =
  | 'operatorLimits'
  | 'operatorProducts'
  | 'operatorPackages'
  | 'operatorBudgets'
  | 'operatorStops'
  | 'operatorReconciliation'
type Paged = 'operatorProposals' | 'operatorNotices' | 'operatorAudit'

/** Operator data without pages. */
export const operatorQuery = <Name extends Whole>(address: Address, name: Name) =>
  queryOptions({
    queryKey: [...operatorKey(address), name],
    queryFn: ({ signal }) => callApi(name, { signal }),
    refetchInterval: 15_000,
  })

/** A user's balances, and their burn-free part; `user` null: no request. */
export const operatorAccountQuery = (address: Address, user: Address | null) =>
  queryOptions({
    queryKey: [...operatorKey(address), 'operatorAccount', user],
    queryFn: user
      ? ({ signal }) => callApi('operatorAccount', { signal, request: { address: user } })
      : skipToken,
    refetchInterval: 15_000,
  })

/** Operator data in pages, newest first. */
export const operatorPages = <Name extends Paged>(address: Address, name: Name) =>
  infiniteQueryOptions({
    queryKey: [...operatorKey(address), name],
    queryFn: ({ signal, pageParam }) =>
      callApi(name, { signal, request: pageParam === null ? {} : { cursor: pageParam } } as Parameters<
        typeof callApi<Name>
      >[1]),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page as { readonly nextCursor: string | null }).nextCursor,
    refetchInterval: 15_000,
  })
