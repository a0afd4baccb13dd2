import { analyzeIfGrown } from '../../../platform/database/analyze-if-grown.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import type { LineRow } from '../line-row.ts'
import type { ArchiveRun } from './archive-run.ts'
import { encodeLines } from './statement-body.rules.ts'

const USERS_AT_ONCE = 100
/** Of one statement: a page decompresses one or two. */
const LINES_MAX = 100

interface OwnedRow extends LineRow {
  readonly owner: bigint
}

/** None: all have their statements, or the run has ended. */
const nextUsers = async (tx: Tx, lastJournal: bigint): Promise<bigint[]> => {
  const { rows } = await tx.query<{ user_id: bigint }>({
    name: 'ledger_statement_users',
    text: `SELECT DISTINCT user_id FROM ledger_account
      WHERE user_id > (SELECT users_through FROM ledger_archive_run WHERE last_journal = $2 FOR UPDATE)
      ORDER BY user_id LIMIT $1`,
    values: [USERS_AT_ONCE, lastJournal],
  })
  return rows.map(({ user_id }) => user_id)
}

/** Each line once an owner, oldest first. */
const linesOf = async (
  tx: Tx,
  { users, lastJournal }: { readonly users: readonly bigint[]; readonly lastJournal: bigint },
): Promise<OwnedRow[]> => {
  const { rows } = await tx.query<OwnedRow>({
    name: 'ledger_statement_lines',
    text: `SELECT l.owner, p.id, p.journal_id, j.at, j.reason, f.vault, f.token, p.amount, j.source,
        f.kind AS from_kind, t.kind AS to_kind, f.user_id AS from_user, t.user_id AS to_user
      FROM (
        SELECT m.user_id AS owner, p.id FROM ledger_account m JOIN posting p ON p.from_account = m.id
          WHERE m.user_id = ANY($1::bigint[]) AND p.journal_id <= $2
        UNION
        SELECT m.user_id, p.id FROM ledger_account m JOIN posting p ON p.to_account = m.id
          WHERE m.user_id = ANY($1::bigint[]) AND p.journal_id <= $2
      ) l
      JOIN posting p ON p.id = l.id
      JOIN journal j ON j.id = p.journal_id
      JOIN ledger_account f ON f.id = p.from_account
      JOIN ledger_account t ON t.id = p.to_account
      ORDER BY l.owner, p.id`,
    values: [users, lastJournal],
  })
  return rows
}

interface Part {
  readonly owner: bigint
  readonly lines: readonly LineRow[]
}

const partsOf = (rows: readonly OwnedRow[]): Part[] =>
  [...Map.groupBy(rows, ({ owner }) => owner)].flatMap(([owner, lines]) =>
    Array.from({ length: Math.ceil(lines.length / LINES_MAX) }, (_, part) => ({
      owner,
      lines: lines.slice(part * LINES_MAX, (part + 1) * LINES_MAX),
    })),
  )

const insertParts = async (tx: Tx, parts: readonly Part[]): Promise<void> => {
  if (parts.length === 0) return
  const times = parts.map(({ lines }) => lines.map(({ at }) => at.getTime()))
  await tx.query({
    name: 'ledger_statement_insert',
    text: `INSERT INTO ledger_statement (user_id, first_posting, last_posting, first_at, last_at, body)
      SELECT user_id, first_posting, last_posting, first_at, last_at, decode(body, 'hex')
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::text[])
        AS s (user_id, first_posting, last_posting, first_at, last_at, body)`,
    values: [
      parts.map(({ owner }) => owner),
      parts.map(({ lines }) => lines[0]?.id),
      parts.map(({ lines }) => lines.at(-1)?.id),
      times.map((all) => new Date(Math.min(...all))),
      times.map((all) => new Date(Math.max(...all))),
      parts.map(({ lines }) => Buffer.from(encodeLines(lines)).toString('hex')),
    ],
  })
}

const writeNext = async (tx: Tx, lastJournal: bigint): Promise<boolean> => {
  const users = await nextUsers(tx, lastJournal)
  const through = users.at(-1)
  if (through === undefined) return false
  await insertParts(tx, partsOf(await linesOf(tx, { users, lastJournal })))
  await analyzeIfGrown(tx, 'ledger_statement')
  await tx.query({
    name: 'ledger_statement_through',
    text: 'UPDATE ledger_archive_run SET users_through = $1',
    values: [through],
  })
  return true
}

/** Writes the statements of all users, a hundred at a time; false: interrupted before the last. */
export const writeStatements = async (
  database: Database,
  { run, signal }: { readonly run: ArchiveRun; readonly signal: AbortSignal },
): Promise<boolean> => {
  while (!signal.aborted) {
    if (!(await database.transaction((tx) => writeNext(tx, run.lastJournal)))) return true
  }
  return false
}
