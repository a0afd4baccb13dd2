/** The audit log: append-only, written in the transaction of the change it records. */
import type { AuditEntry } from '@dr/protocol/calls/operator'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { beforeCursor, type Page, toPage } from '../../platform/pagination.ts'
import type { Actor } from './deps.ts'

/** Flattens a plain value to `{ 'texts.en.title': '…' }`: one readable line for each field. */
const flatten = (value: unknown, path = ''): Record<string, string> => {
  if (value === undefined || value === null) return path === '' ? {} : { [path]: '' }
  if (typeof value !== 'object') return { [path]: String(value) }
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]) => flatten(inner, path === '' ? name : `${path}.${name}`)),
  ) as Record<string, string>
}

export const writeAudit = async (
  tx: Tx,
  { operator, requestId, at }: Actor,
  entry: {
    readonly action: string
    readonly subject: string
    /** Null if it did not exist. */
    readonly before: object | null
    readonly after: object | null
  },
): Promise<void> => {
  const { action, subject, before, after } = entry
  const json = (value: object | null): string | null => value && JSON.stringify(flatten(value))
  await tx.query({
    name: 'operator_audit_insert',
    text: `INSERT INTO operator_audit (at, operator, action, subject, before, after, request_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [at, operator, action, subject, json(before), json(after), requestId],
  })
}

interface AuditRow {
  id: bigint
  at: Date
  operator: string
  action: string
  subject: string
  before: Record<string, string> | null
  after: Record<string, string> | null
  requestId: string
}

/** Newest first. */
export const listAudit = async (
  reader: Reader,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<Page<AuditEntry>> => {
  const { rows } = await reader.query<AuditRow>({
    name: 'operator_audit_list',
    text: `SELECT id, at, operator, action, subject, before, after, request_id AS "requestId" FROM operator_audit
      WHERE id < $1 ORDER BY id DESC LIMIT $2`,
    values: [beforeCursor(cursor), limit + 1],
  })
  return toPage(rows, {
    limit,
    idOf: ({ id }) => id,
    itemOf: (row) => ({ ...row, id: row.id.toString(), at: row.at.toISOString() }),
  })
}
