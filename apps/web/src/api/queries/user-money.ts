import type { ResponseOf } from '@dr/protocol/call'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'
import type { CallOf } from '../endpoints.ts'
import { ledgerKey } from './ledger.ts'

export type UserMoney = ResponseOf<CallOf<'getUserMoney'>>
export type UserBalance = UserMoney['balances'][number]

/**
 * The user's balances by account and token (available, held, locked, pending), and the used part of the
 * daily limit.
 */
export const userMoneyQuery = (address: Address) =>
  queryOptions({
    queryKey: [...ledgerKey(address), 'money'],
    queryFn: ({ signal }) => callApi('getUserMoney', { signal }),
    refetchInterval: 15_000,
  })
