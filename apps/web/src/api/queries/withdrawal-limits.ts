import type { ResponseOf } from '@dr/protocol/call'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'
import type { CallOf } from '../endpoints.ts'
import { ledgerKey } from './ledger.ts'

export type RecentDeposit = ResponseOf<CallOf<'withdrawalLimits'>>['recentDeposits'][number]

/** The user's recent deposits by token, and the part of their share that all users have used. */
export const withdrawalLimitsQuery = (address: Address) =>
  queryOptions({
    queryKey: [...ledgerKey(address), 'withdrawal-limits'],
    queryFn: ({ signal }) => callApi('withdrawalLimits', { signal }),
    refetchInterval: 15_000,
  })
