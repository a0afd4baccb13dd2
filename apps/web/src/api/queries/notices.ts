import type { Notice, PublicNotice } from '@dr/protocol/calls/notices'
import type { Locale } from '@dr/protocol/constants'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'

export const noticesKey = (address: Address) => ['notices', address] as const

/** A notice; `read` only for a signed-in user. */
export type ShownNotice = PublicNotice & Partial<Pick<Notice, 'read'>>
type NoticePage = {
  readonly items: readonly ShownNotice[]
  readonly nextCursor: string | null
  readonly unread: number
}

/**
 * Notices, newest first, in the reader's language or zh-CN; each page has the total number of unread ones.
 */
export const noticesQuery = (address: Address | null, locale: Locale) =>
  infiniteQueryOptions({
    queryKey: [...(address === null ? ['notices', 'public'] : noticesKey(address)), locale],
    queryFn: async ({ signal, pageParam }): Promise<NoticePage> => {
      const request = { locale, ...(pageParam === null ? {} : { cursor: pageParam }) }
      if (address === null) return { ...(await callApi('publicNotices', { signal, request })), unread: 0 }
      return callApi('getSysNoticeList', { signal, request })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 60_000,
  })
