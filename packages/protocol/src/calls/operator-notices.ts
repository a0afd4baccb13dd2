/** Calls by which operators write notices (docs/product.md 10). */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { LOCALES } from '../constants.ts'
import { pageOf, pageQueryShape, timeSchema, uintSchema } from '../schemas.ts'
import { noticeTextSchema } from './notices.ts'

const access = 'operator'
const tag = 'operator'

const operatorNoticeSchema = z
  .strictObject({
    id: uintSchema,
    texts: z.partialRecord(z.enum(LOCALES), noticeTextSchema),
    publishedAt: timeSchema,
    editedAt: timeSchema.nullable(),
    withdrawnAt: timeSchema.nullable(),
    /** Number of users who have read it. */
    readers: z.number().int().nonnegative(),
  })
  .meta({ id: 'OperatorNotice' })
export type OperatorNotice = z.infer<typeof operatorNoticeSchema>

export const operatorNotices = defineCall({
  name: 'operatorNotices',
  method: 'GET',
  path: '/api/v1/operator/notices',
  access,
  tag,
  limit: 'call',
  summary: 'Every notice in every language, newest first, withdrawn ones too.',
  request: z.strictObject(pageQueryShape),
  response: pageOf(operatorNoticeSchema),
})

export const operatorSaveNotice = defineCall({
  name: 'operatorSaveNotice',
  method: 'POST',
  path: '/api/v1/operator/notices',
  access,
  tag,
  limit: 'call',
  summary:
    'Publishes a notice, or with `id` edits one, which makes it unread again for all users. zh-CN is required.',
  request: z.strictObject({
    id: uintSchema.optional(),
    texts: z.strictObject({
      ...(Object.fromEntries(LOCALES.map((locale) => [locale, noticeTextSchema.optional()])) as Record<
        (typeof LOCALES)[number],
        z.ZodOptional<typeof noticeTextSchema>
      >),
      'zh-CN': noticeTextSchema,
    }),
  }),
  response: operatorNoticeSchema,
})

export const operatorWithdrawNotice = defineCall({
  name: 'operatorWithdrawNotice',
  method: 'POST',
  path: '/api/v1/operator/notices/withdraw',
  access,
  tag,
  limit: 'call',
  summary: 'Withdraws a notice: it is no longer shown.',
  request: z.strictObject({ id: uintSchema }),
  response: operatorNoticeSchema,
})
