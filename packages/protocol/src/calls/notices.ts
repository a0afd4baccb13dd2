/**
 * Notices (docs/product.md 10 and 15; the requirement's legacy calls) from the operator to all users, with
 * read state.
 */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { DEFAULT_LOCALE, LOCALES, TEXTAREA_MAX_LENGTH } from '../constants.ts'
import { pageQueryShape, plainTextSchema, timeSchema, uintSchema } from '../schemas.ts'

export const NOTICE_TITLE_MAX_LENGTH = 60

/** Text of a notice in one language. */
export const noticeTextSchema = z.strictObject({
  title: plainTextSchema(NOTICE_TITLE_MAX_LENGTH),
  text: plainTextSchema(TEXTAREA_MAX_LENGTH),
})
export type NoticeText = z.infer<typeof noticeTextSchema>

/** Public part of a notice. */
const publicNoticeSchema = z
  .strictObject({
    id: uintSchema,
    /** Language of the text: the requested one, or zh-CN if it has no text in that one. */
    locale: z.enum(LOCALES),
    title: z.string(),
    text: z.string(),
    publishedAt: timeSchema,
    /** Null: never edited. */
    editedAt: timeSchema.nullable(),
  })
  .meta({ id: 'PublicNotice' })
export type PublicNotice = z.infer<typeof publicNoticeSchema>

const noticeSchema = z.strictObject({ ...publicNoticeSchema.shape, read: z.boolean() }).meta({ id: 'Notice' })
export type Notice = z.infer<typeof noticeSchema>

const localeShape = { locale: z.enum(LOCALES).default(DEFAULT_LOCALE) }

export const publicNotices = defineCall({
  name: 'publicNotices',
  method: 'GET',
  path: '/api/v1/public/notices',
  access: 'public',
  limit: 'call',
  tag: 'notices',
  summary: 'Notices, newest first, in `locale` or else in zh-CN, without a session.',
  request: z.strictObject({ ...pageQueryShape, ...localeShape }),
  response: z.strictObject({ items: z.array(publicNoticeSchema), nextCursor: z.string().nullable() }),
})

export const getSysNoticeList = defineCall({
  name: 'getSysNoticeList',
  method: 'GET',
  path: '/sysnotice/getSysNoticeList',
  access: 'session',
  limit: 'call',
  answer: 'legacy',
  tag: 'notices',
  summary: 'Notices, newest first, in `locale` or else in zh-CN, and how many I have not read.',
  request: z.strictObject({ ...pageQueryShape, ...localeShape }),
  response: z.strictObject({
    items: z.array(noticeSchema),
    nextCursor: z.string().nullable(),
    unread: z.number().int().nonnegative(),
  }),
})

export const getSysNoticeInfo = defineCall({
  name: 'getSysNoticeInfo',
  method: 'GET',
  path: '/sysnotice/getSysNoticeInfo',
  access: 'session',
  limit: 'call',
  answer: 'legacy',
  tag: 'notices',
  summary: 'One notice, which is marked as read. 10002 if it does not exist or was withdrawn.',
  request: z.strictObject({ id: uintSchema, ...localeShape }),
  response: noticeSchema,
})
