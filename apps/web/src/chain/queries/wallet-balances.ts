import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Address } from 'viem'
import { walletKey } from '../../api/invalidate.ts'

/**
 * What the wallet holds on chain (USDT, DRGV, DR, USDR, BNB); an error, never 0, when no node answers.
 * Without a wallet nothing is asked, so there is neither data nor an error.
 */
export const walletBalancesQuery = (address: Address | undefined) =>
  queryOptions({
    queryKey: [...walletKey(address), 'balances'],
    queryFn:
      address === undefined
        ? skipToken
        : async () => (await import('../reads/read-balances.ts')).readBalances(address),
    refetchInterval: 30_000,
  })
