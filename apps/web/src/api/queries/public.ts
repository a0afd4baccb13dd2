import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../client.ts'
import { loadConfig } from '../config.ts'

/** Chain, contract addresses, features and parameters: fixed for as long as the page lives. */
export const configQuery = () =>
  queryOptions({
    queryKey: ['config'],
    queryFn: loadConfig,
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
