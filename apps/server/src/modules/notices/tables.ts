import type { NoticeText } from '@dr/protocol/calls/notices'
import type { Locale } from '@dr/protocol/constants'
import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { at, userId } from '../../platform/database/columns.ts'

/** Texts of the operator to all users. Times are of the chain's clock. */
export const notice = pgTable(
  'notice',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    /** By language; zh-CN is required. */
    texts: jsonb('texts').$type<Partial<Record<Locale, NoticeText>>>().notNull(),
    publishedAt: at('published_at').notNull(),
    /** Number of the edition; a read mark refers to one. */
    edition: integer('edition').notNull().default(1),
    editedAt: at('edited_at'),
    withdrawnAt: at('withdrawn_at'),
  },
  (table) => [
    index('notice_shown').on(table.id).where(sql`${table.withdrawnAt} IS NULL`),
    check('notice_edition', sql`(${table.edition} = 1) = (${table.editedAt} IS NULL)`),
    check('notice_chinese', sql`${table.texts} ? 'zh-CN'`),
  ],
)

/** Read notices by user, with the newest edition that was read. */
export const noticeRead = pgTable(
  'notice_read',
  {
    userId: userId('user_id').notNull(),
    noticeId: bigint('notice_id', { mode: 'bigint' }).notNull(),
    edition: integer('edition').notNull(),
    at: at('at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'notice_read_pk', columns: [table.userId, table.noticeId] }),
    foreignKey({ name: 'notice_read_fk', columns: [table.noticeId], foreignColumns: [notice.id] }),
    index('notice_read_notice').on(table.noticeId, table.edition),
  ],
)
