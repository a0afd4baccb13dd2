import type { BalanceRange } from '@dr/protocol/calls/user-money'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'
import { ledgerKey } from './ledger.ts'

/** Worth of the user's accounts over time; the previous range remains while the next one loads. */
export const balanceHistoryQuery = (address: Address, range: BalanceRange) =>
  queryOptions({
    queryKey: [...ledgerKey(address), 'history', range],
    queryFn: ({ signal }) => callApi('balanceHistory', { signal, request: { range } }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
