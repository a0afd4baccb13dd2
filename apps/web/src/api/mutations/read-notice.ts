import type { Locale } from '@dr/protocol/constants'
import { callApi } from '../client.ts'

/** One notice, from now on read. */
export const readNotice = (id: string, locale: Locale) =>
  callApi('getSysNoticeInfo', { request: { id, locale } })
