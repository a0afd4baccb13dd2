import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Address } from 'viem'
import { walletKey } from '../../api/invalidate.ts'

export const allowancesQuery = (address: Address | undefined) =>
  queryOptions({
    queryKey: [...walletKey(address), 'allowances'],
    queryFn:
      address === undefined
        ? skipToken
        : async () => (await import('../reads/read-allowances.ts')).readAllowances(address),
  })
