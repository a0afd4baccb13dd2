import { queryOptions } from '@tanstack/react-query'
import { walletKey } from '../../api/invalidate.ts'
import type { Address } from '../../api/session.ts'

export const allowancesQuery = (address: Address) =>
  queryOptions({
    queryKey: [...walletKey(address), 'allowances'],
    queryFn: async () => (await import('../read-allowances.ts')).readAllowances(address),
  })
