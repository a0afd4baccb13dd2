import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { walletKey } from '../../api/invalidate.ts'
import type { ReadThrough } from '../reads/read-exit.ts'

const FRESH_MS = 60_000

/** Amounts that the account can take out by its own call, proved by this device; an error when no node answers. */
export const exitQuery = (address: Address, through: ReadThrough = 'app') =>
  queryOptions({
    queryKey: [...walletKey(address), 'exit', through],
    queryFn: async () => (await import('../reads/read-exit.ts')).readExit(address, through),
    staleTime: FRESH_MS,
  })
