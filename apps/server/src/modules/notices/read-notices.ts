import type { Notice, NoticeText, PublicNotice } from '@dr/protocol/calls/notices'
import { DEFAULT_LOCALE, type Locale } from '@dr/protocol/constants'
import { AppError } from '../../platform/app-error.ts'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { beforeCursor, ID_MAX, toPage } from '../../platform/pagination.ts'

interface NoticeRow {
  id: bigint
  texts: Partial<Record<Locale, NoticeText>>
  edition: number
  published_at: Date
  edited_at: Date | null
}
type ReadRow = NoticeRow & { read: boolean }

const COLUMNS = 'n.id, n.texts, n.edition, n.published_at, n.edited_at'
const SELECT = `SELECT ${COLUMNS}, r.user_id IS NOT NULL AS read
  FROM notice n LEFT JOIN notice_read r
    ON r.notice_id = n.id AND r.user_id = $1 AND r.edition = n.edition WHERE n.withdrawn_at IS NULL`

/** The notice in the requested language, or in zh-CN if that is missing. */
const noticeOf = (row: NoticeRow, requested: Locale): PublicNotice => {
  const locale = row.texts[requested] ? requested : DEFAULT_LOCALE
  const { title, text } = row.texts[locale] ?? { title: '', text: '' } // the table's check requires zh-CN
  return {
    id: row.id.toString(),
    locale,
    title,
    text,
    publishedAt: row.published_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
  }
}

const countUnread = async (reader: Reader, userId: UserId): Promise<number> => {
  const { rows } = await reader.query<{ unread: bigint }>({
    name: 'notice_unread',
    text: `SELECT count(*) AS unread FROM notice n WHERE n.withdrawn_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM notice_read r WHERE r.user_id = $1 AND r.notice_id = n.id AND r.edition = n.edition)`,
    values: [userId],
  })
  return Number(rows[0]?.unread ?? 0)
}

interface PageQuery {
  readonly locale: Locale
  readonly cursor?: string | undefined
  readonly limit: number
}

/** Notices shown now, newest first. */
export const listShownNotices = async (reader: Reader, { locale, cursor, limit }: PageQuery) => {
  const { rows } = await reader.query<NoticeRow>({
    name: 'notice_list_shown',
    text: `SELECT ${COLUMNS} FROM notice n WHERE n.withdrawn_at IS NULL AND n.id < $1 ORDER BY n.id DESC LIMIT $2`,
    values: [beforeCursor(cursor), limit + 1],
  })
  return toPage(rows, { limit, idOf: ({ id }) => id, itemOf: (row) => noticeOf(row, locale) })
}

/** Notices shown now, newest first, each read or unread; and the number of unread ones. */
export const listNotices = async (reader: Reader, query: PageQuery & { readonly userId: UserId }) => {
  const { userId, locale, cursor, limit } = query
  const { rows } = await reader.query<ReadRow>({
    name: 'notice_list',
    text: `${SELECT} AND n.id < $2 ORDER BY n.id DESC LIMIT $3`,
    values: [userId, beforeCursor(cursor), limit + 1],
  })
  const itemOf = (row: ReadRow) => ({ ...noticeOf(row, locale), read: row.read })
  return {
    ...toPage(rows, { limit, idOf: ({ id }) => id, itemOf }),
    unread: await countUnread(reader, userId),
  }
}

/**
 * Returns a notice and marks the shown edition as read. Throws BAD_PARAMETER for one that is not shown (any
 * more).
 */
export const readNotice = async (
  tx: Tx,
  { userId, locale, id }: { readonly userId: UserId; readonly locale: Locale; readonly id: bigint },
): Promise<Notice> => {
  const { rows } =
    id > ID_MAX
      ? { rows: [] }
      : await tx.query<NoticeRow>({
          name: 'notice_one',
          text: `${SELECT} AND n.id = $2 FOR SHARE OF n`,
          values: [userId, id],
        })
  const [row] = rows
  if (!row) throw new AppError('BAD_PARAMETER', { details: { path: 'id', reason: 'no-such-notice' } })
  const { at } = await chainNow(tx)
  await tx.query({
    name: 'notice_read',
    text: `INSERT INTO notice_read AS r (user_id, notice_id, edition, at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (user_id, notice_id) DO UPDATE SET edition = excluded.edition, at = excluded.at
      WHERE r.edition < excluded.edition`,
    values: [userId, id, row.edition, at],
  })
  return { ...noticeOf(row, locale), read: true }
}
