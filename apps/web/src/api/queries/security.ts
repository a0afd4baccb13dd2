import type { ResponseOf } from '@dr/protocol/call'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'
import type { CallOf } from '../endpoints.ts'

export type SecurityState = ResponseOf<CallOf<'securityState'>>

const securityKey = (address: Address) => ['security', address] as const

/**
 * E-mail, payment password, and when the next code may be sent: the server's, so that a countdown survives
 * everything.
 */
export const securityQuery = (address: Address) =>
  queryOptions({
    queryKey: [...securityKey(address), 'state'],
    queryFn: ({ signal }) => callApi('securityState', { signal }),
  })

/** Where I am signed in. */
export const sessionsQuery = (address: Address) =>
  queryOptions({
    queryKey: [...securityKey(address), 'sessions'],
    queryFn: ({ signal }) => callApi('listSessions', { signal }),
    staleTime: 0,
  })

/** Letters of the local set-up, which has no mail server; asked again for each that was sent. */
export const mailboxQuery = ({ email, sentAt }: { readonly email: string; readonly sentAt: number }) =>
  queryOptions({
    queryKey: ['mailbox', email, sentAt],
    queryFn: ({ signal }) => callApi('mailbox', { request: { email }, signal }),
    refetchInterval: () => 3_000,
  })
