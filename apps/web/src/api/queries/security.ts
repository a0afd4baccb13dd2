import type { ResponseOf } from '@dr/protocol/call'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'
import type { CallOf } from '../endpoints.ts'

export type SecurityState = ResponseOf<CallOf<'securityState'>>

const securityKey = (address: Address) => ['security', address] as const

/**
 * E-mail, payment password, and the server's time of the next code, so that a countdown survives a reload.
 */
export const securityQuery = (address: Address) =>
  queryOptions({
    queryKey: [...securityKey(address), 'state'],
    queryFn: ({ signal }) => callApi('securityState', { signal }),
  })

/** The user's sessions. */
export const sessionsQuery = (address: Address) =>
  queryOptions({
    queryKey: [...securityKey(address), 'sessions'],
    queryFn: ({ signal }) => callApi('listSessions', { signal }),
    staleTime: 0,
  })

/** E-mails of the local set-up, which has no mail server; read again after each one sent. */
export const mailboxQuery = ({ email, sentAt }: { readonly email: string; readonly sentAt: number }) =>
  queryOptions({
    queryKey: ['mailbox', email, sentAt],
    queryFn: ({ signal }) => callApi('mailbox', { request: { email }, signal }),
    refetchInterval: () => 3_000,
  })
