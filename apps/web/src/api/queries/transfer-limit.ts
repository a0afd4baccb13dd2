import type { VaultIndex } from '@dr/protocol/token-table'
import type { PayoutToken } from '@dr/protocol/tokens'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'
import { ledgerKey } from './ledger.ts'

/** Part of an account's balance that can be transferred now. */
export const transferLimitQuery = (
  address: Address,
  book: { readonly account: VaultIndex; readonly token: PayoutToken },
) =>
  queryOptions({
    queryKey: [...ledgerKey(address), 'transfer-limit', book],
    queryFn: ({ signal }) => callApi('transferLimit', { signal, request: book }),
    // Soon again after 30002: the account's last call is about to be booked.
    refetchInterval: ({ state }) => (state.status === 'error' ? 3_000 : 15_000),
  })
