import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Address } from 'viem'
import { walletKey } from '../../api/invalidate.ts'

const FRESH_MS = 30_000

/** What a transaction costs the wallet now; nothing is asked without one. */
export const gasTermsQuery = (address: Address | undefined) =>
  queryOptions({
    queryKey: [...walletKey(address), 'gas'],
    queryFn:
      address === undefined
        ? skipToken
        : async () => (await import('../reads/read-gas-terms.ts')).readGasTerms(address),
    staleTime: FRESH_MS,
  })
