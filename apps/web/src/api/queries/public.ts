import type { Locale } from '@dr/protocol/constants'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../client.ts'
import { isConfigAnswered, loadConfig } from '../config.ts'
import { isInviter } from '../invite/kept-inviter.ts'

/** Chain, contract addresses, features and parameters: constant for the life of the page. */
export const configQuery = () =>
  queryOptions({
    queryKey: ['config'],
    queryFn: loadConfig,
    // Stored configuration only replaces a missing answer.
    refetchInterval: () => (isConfigAnswered() ? false : 10_000),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

export const productsQuery = () =>
  queryOptions({
    queryKey: ['products'],
    queryFn: ({ signal }) => callApi('products', { signal }),
    staleTime: 15_000,
  })

/** 30-minute averages from the oracle, with their block. */
export const drgvPriceQuery = () =>
  queryOptions({
    queryKey: ['drgv-price'],
    queryFn: ({ signal }) => callApi('drgvPrice', { signal }),
    staleTime: 15_000,
    refetchInterval: 30_000,
  })

/** Clock, emission, network power, reserves and liabilities. */
export const overviewQuery = () =>
  queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) => callApi('overview', { signal }),
    refetchInterval: 15_000,
  })

/**
 * Inviter of a name, from the server: other parts of an invite link could contain any text. `inviter` null:
 * cannot be bound.
 */
export const inviterQuery = (name: string) =>
  queryOptions({
    queryKey: ['inviter', name.toLowerCase()],
    queryFn: ({ signal }) => callApi('getInviter', { signal, request: { name } }),
    enabled: isInviter(name),
    staleTime: 60_000,
  })

/** Newest notice, without the infinite list (queries/notices.ts), which a visitor's Home does not load. */
export const newestNoticeQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['newest-notice', locale],
    queryFn: ({ signal }) => callApi('publicNotices', { signal, request: { locale, limit: 1 } }),
    refetchInterval: 60_000,
  })
