import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Address } from 'viem'
import { walletKey } from '../../api/invalidate.ts'

/**
 * Wallet balances on chain (USDT, DRGV, DR, USDR, BNB); an error, not 0, when no node answers. Disabled
 * without a wallet.
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
