import type { NoticeText } from '@dr/protocol/calls/notices'
import type { OperatorNotice } from '@dr/protocol/calls/operator-notices'
import type { Locale } from '@dr/protocol/constants'
import { AppError } from '../../platform/app-error.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { beforeCursor, ID_MAX, toPage } from '../../platform/pagination.ts'

export type NoticeTexts = Readonly<Partial<Record<Locale, NoticeText | undefined>>>

interface NoticeRow {
  id: bigint
  texts: Partial<Record<Locale, NoticeText>>
  published_at: Date
  edited_at: Date | null
  withdrawn_at: Date | null
  readers: bigint
}

const SELECT = `SELECT n.id, n.texts, n.published_at, n.edited_at, n.withdrawn_at,
  (SELECT count(*) FROM notice_read r WHERE r.notice_id = n.id AND r.edition = n.edition) AS readers FROM notice n`

const noticeOf = (row: NoticeRow): OperatorNotice => ({
  id: row.id.toString(),
  texts: row.texts,
  publishedAt: row.published_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
  withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
  readers: Number(row.readers),
})

/** All notices, withdrawn ones too, newest first. */
export const listAllNotices = async (
  reader: Reader,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) => {
  const { rows } = await reader.query<NoticeRow>({
    name: 'notice_list_all',
    text: `${SELECT} WHERE n.id < $1 ORDER BY n.id DESC LIMIT $2`,
    values: [beforeCursor(cursor), limit + 1],
  })
  return toPage(rows, { limit, idOf: ({ id }) => id, itemOf: noticeOf })
}

/**
 * Locks a notice until the transaction ends. Throws BAD_PARAMETER for one that does not exist, or was
 * withdrawn.
 */
const lockShown = async (tx: Tx, id: bigint): Promise<OperatorNotice> => {
  const { rows } =
    id > ID_MAX
      ? { rows: [] }
      : await tx.query<NoticeRow>({
          name: 'notice_lock',
          text: `${SELECT} WHERE n.id = $1 AND n.withdrawn_at IS NULL FOR UPDATE`,
          values: [id],
        })
  if (!rows[0]) throw new AppError('BAD_PARAMETER', { details: { path: 'id', reason: 'no-such-notice' } })
  return noticeOf(rows[0])
}

const findNotice = async (reader: Reader, id: bigint): Promise<OperatorNotice> => {
  const { rows } = await reader.query<NoticeRow>({
    name: 'notice_find',
    text: `${SELECT} WHERE n.id = $1`,
    values: [id],
  })
  return noticeOf(rows[0] as NoticeRow)
}

export const publishNotice = async (tx: Tx, texts: NoticeTexts, at: Date): Promise<OperatorNotice> => {
  const { rows } = await tx.query<{ id: bigint }>({
    name: 'notice_insert',
    text: 'INSERT INTO notice (texts, published_at) VALUES ($1, $2) RETURNING id',
    values: [JSON.stringify(texts), at],
  })
  await tx.announce({ topic: 'notices' })
  return findNotice(tx, rows[0]?.id as bigint)
}

interface Changed {
  readonly before: OperatorNotice
  readonly after: OperatorNotice
}

/**
 * Edits a notice, which is then unread for all users: read marks of earlier editions no longer count, but
 * remain.
 */
export const editNotice = async (
  tx: Tx,
  { id, texts, at }: { readonly id: bigint; readonly texts: NoticeTexts; readonly at: Date },
): Promise<Changed> => {
  const before = await lockShown(tx, id)
  await tx.query({
    name: 'notice_edit',
    text: 'UPDATE notice SET texts = $2, edited_at = $3, edition = edition + 1 WHERE id = $1',
    values: [id, JSON.stringify(texts), at],
  })
  await tx.announce({ topic: 'notices' })
  return { before, after: await findNotice(tx, id) }
}

export const withdrawNotice = async (
  tx: Tx,
  { id, at }: { readonly id: bigint; readonly at: Date },
): Promise<Changed> => {
  const before = await lockShown(tx, id)
  await tx.query({
    name: 'notice_withdraw',
    text: 'UPDATE notice SET withdrawn_at = $2 WHERE id = $1',
    values: [id, at],
  })
  await tx.announce({ topic: 'notices' })
  return { before, after: await findNotice(tx, id) }
}
