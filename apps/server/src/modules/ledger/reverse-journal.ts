import type { Tx } from '../../platform/database/database.ts'
import type { AccountCode } from './account.ts'
import { MalformedJournalError } from './ledger-errors.ts'
import { type PostedJournal, type Posting, type Provenance, postJournal } from './post-journal.ts'

export interface Reversal {
  readonly journalId: bigint
  readonly reason: string
  readonly at: Date
  /** Why, and who decided: stands in the ledger for ever. */
  readonly source: Provenance
}

/**
 * Undoes a journal by its opposite, under the key `reverse:<journalId>`: once. Nothing is edited.
 * Throws like `postJournal` when the money is no longer there. A reversed hold keeps its row: resolve holds instead.
 */
export const reverseJournal = async (tx: Tx, reversal: Reversal): Promise<PostedJournal> => {
  const { rows } = await tx.query<{ from_code: AccountCode; to_code: AccountCode; amount: bigint }>({
    text: `SELECT f.code AS from_code, t.code AS to_code, p.amount
      FROM posting p
      JOIN ledger_account f ON f.id = p.from_account
      JOIN ledger_account t ON t.id = p.to_account
      WHERE p.journal_id = $1 ORDER BY p.id DESC`,
    values: [reversal.journalId],
  })
  if (rows.length === 0) throw new MalformedJournalError(`no journal ${reversal.journalId}`)
  return postJournal(tx, {
    key: `reverse:${reversal.journalId}`,
    reason: reversal.reason,
    at: reversal.at,
    source: { ...reversal.source, reverses: reversal.journalId.toString() },
    postings: rows.map(
      ({ from_code, to_code, amount }) => ({ from: to_code, to: from_code, amount }) as Posting,
    ),
  })
}
