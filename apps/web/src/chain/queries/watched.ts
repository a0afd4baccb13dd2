import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'

/** Public chain data of an address. */
export const watchedQuery = (address: Address) =>
  queryOptions({
    queryKey: ['watched', address],
    queryFn: async () => (await import('../reads/read-watched.ts')).readWatched(address),
    refetchInterval: 30_000,
  })
