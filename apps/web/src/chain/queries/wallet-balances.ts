import { queryOptions } from '@tanstack/react-query'
import { walletKey } from '../../api/invalidate.ts'
import type { Address } from '../../api/session.ts'

/** What the wallet holds on chain (USDT, DRGV, DR, USDR, BNB); an error, never 0, when no node answers. */
export const walletBalancesQuery = (address: Address) =>
  queryOptions({
    queryKey: [...walletKey(address), 'balances'],
    queryFn: async () => (await import('../read-balances.ts')).readBalances(address),
    refetchInterval: 30_000,
  })
