import type { Locale } from '@dr/protocol/constants'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../client.ts'
import { isConfigAnswered, loadConfig } from '../config.ts'
import { isInviter } from '../invite/kept-inviter.ts'

/** Chain, contract addresses, features and parameters: fixed for as long as the page lives. */
export const configQuery = () =>
  queryOptions({
    queryKey: ['config'],
    queryFn: loadConfig,
    // What this browser kept from an earlier visit only replaces the server's answer for now.
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

/** Clock, emission, network power, reserves against what is owed. */
export const overviewQuery = () =>
  queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) => callApi('overview', { signal }),
    refetchInterval: 15_000,
  })

/**
 * Whose invitation it is, by the server: what a link says of its inviter beside the address could be anyone's
 * words. An `inviter` of null can't be bound.
 */
export const inviterQuery = (name: string) =>
  queryOptions({
    queryKey: ['inviter', name.toLowerCase()],
    queryFn: ({ signal }) => callApi('getInviter', { signal, request: { name } }),
    enabled: isInviter(name),
    staleTime: 60_000,
  })

/**
 * The newest notice alone, without the parts of the infinite list (queries/notices.ts), which a visitor's
 * Home does without.
 */
export const newestNoticeQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['newest-notice', locale],
    queryFn: ({ signal }) => callApi('publicNotices', { signal, request: { locale, limit: 1 } }),
    refetchInterval: 60_000,
  })
