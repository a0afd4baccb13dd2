import type { Locale } from '@dr/protocol/constants'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callApi } from '../client.ts'
import type { Address } from '../session.ts'

export const noticesKey = (address: Address) => ['notices', address] as const

/** Notices, newest first, in the reader's language or else in zh-CN; each page says how many of all are unread. */
export const noticesQuery = (address: Address, locale: Locale) =>
  infiniteQueryOptions({
    queryKey: [...noticesKey(address), locale],
    queryFn: ({ signal, pageParam }) =>
      callApi('getSysNoticeList', {
        signal,
        request: { locale, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 60_000,
  })
