import type { Token } from '@dr/protocol/amounts'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { beforeCursor, type Page, toPage } from '../../platform/pagination.ts'
import type { AccountKind } from './account.ts'
import type { Provenance } from './post-journal.ts'

export interface LedgerFilter {
  readonly vault?: VaultIndex | undefined
  readonly token?: Token | undefined
  /** A reason, or its first part: `withdrawal` finds `withdrawal.hold` too. */
  readonly reason?: string | undefined
  /** Chain time, included. */
  readonly from?: Date | undefined
  /** Chain time, excluded. */
  readonly to?: Date | undefined
}

/** One posting from its user's view. Amounts in base units. */
export interface LedgerLine {
  /** Id of the posting: greater is newer. */
  readonly id: bigint
  readonly journalId: bigint
  readonly at: Date
  readonly reason: string
  readonly vault: VaultIndex
  readonly token: Token
  readonly amount: bigint
  /** Change of the user's available balance; negative: it decreased. */
  readonly availableChange: bigint
  /** Change of the user's held balance. */
  readonly heldChange: bigint
  /** Change of the user's locked balance. */
  readonly lockedChange: bigint
  readonly fromKind: AccountKind
  readonly toKind: AccountKind
  readonly source: Provenance
}

const matches = (journal: string): string =>
  `($5::text IS NULL OR ${journal}.reason = $5 OR starts_with(${journal}.reason, $5 || '.'))
    AND ($6::timestamptz IS NULL OR ${journal}.at >= $6) AND ($7::timestamptz IS NULL OR ${journal}.at < $7)`

/*
 * Each account of the user is read newest first by its own index, and cut at the limit before the parts are
 * merged: the cost depends on the page, not on the length of the history.
 */
const LINES = `
  WITH mine AS (
    SELECT id, vault, token FROM ledger_account
    WHERE user_id = $1 AND ($2::smallint IS NULL OR vault = $2) AND ($3::text IS NULL OR token = $3)
  ), lines AS (
    SELECT DISTINCT line.* FROM mine CROSS JOIN LATERAL (
      (SELECT p.* FROM posting p JOIN journal j ON j.id = p.journal_id
        WHERE p.from_account = mine.id AND p.id < $4 AND ${matches('j')} ORDER BY p.id DESC LIMIT $8)
      UNION ALL
      (SELECT p.* FROM posting p JOIN journal j ON j.id = p.journal_id
        WHERE p.to_account = mine.id AND p.id < $4 AND ${matches('j')} ORDER BY p.id DESC LIMIT $8)
    ) line
  )
  SELECT l.id, l.journal_id, j.at, j.reason, f.vault, f.token, l.amount, j.source,
      f.kind AS from_kind, t.kind AS to_kind, f.user_id AS from_user, t.user_id AS to_user
    FROM lines l
    JOIN journal j ON j.id = l.journal_id
    JOIN ledger_account f ON f.id = l.from_account
    JOIN ledger_account t ON t.id = l.to_account
    ORDER BY l.id DESC LIMIT $8`

interface LineRow {
  readonly id: bigint
  readonly journal_id: bigint
  readonly at: Date
  readonly reason: string
  readonly vault: VaultIndex
  readonly token: Token
  readonly amount: bigint
  readonly source: Provenance
  readonly from_kind: AccountKind
  readonly to_kind: AccountKind
  readonly from_user: bigint | null
  readonly to_user: bigint | null
}

const changeOf = (row: LineRow, user: bigint, kind: AccountKind): bigint =>
  (row.to_user === user && row.to_kind === kind ? row.amount : 0n) -
  (row.from_user === user && row.from_kind === kind ? row.amount : 0n)

const lineOf = (row: LineRow, user: bigint): LedgerLine => ({
  id: row.id,
  journalId: row.journal_id,
  at: row.at,
  reason: row.reason,
  vault: row.vault,
  token: row.token,
  amount: row.amount,
  availableChange: changeOf(row, user, 'user-available'),
  heldChange: changeOf(row, user, 'user-held'),
  lockedChange: changeOf(row, user, 'user-locked'),
  fromKind: row.from_kind,
  toKind: row.to_kind,
  source: row.source,
})

/**
 * The user's postings, newest first, each with its provenance. Throws `AppError` BAD_PARAMETER on a foreign
 * cursor.
 */
export const ledgerLines = async (
  reader: Reader,
  query: { userId: UserId; filter?: LedgerFilter; cursor?: string | undefined; limit: number },
): Promise<Page<LedgerLine>> => {
  const { userId, filter = {}, cursor, limit } = query
  const { rows } = await reader.query<LineRow>({
    name: 'ledger_lines',
    text: LINES,
    values: [
      userId,
      filter.vault ?? null,
      filter.token ?? null,
      beforeCursor(cursor),
      filter.reason ?? null,
      filter.from ?? null,
      filter.to ?? null,
      limit + 1,
    ],
  })
  return toPage(rows, { limit, idOf: ({ id }) => id, itemOf: (row) => lineOf(row, BigInt(userId)) })
}
