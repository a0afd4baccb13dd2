import type { Tx } from '../../platform/database/database.ts'
import type { AccountCode } from './account.ts'
import type { JournalReasons } from './journal-reasons.ts'
import { MalformedJournalError, NotReversibleError } from './ledger-errors.ts'
import { type PostedJournal, postJournal } from './post-journal.ts'

export interface Reversal {
  readonly journalId: bigint
  /** The chain's time. */
  readonly at: Date
  /** Decider and reason, stored in the ledger permanently; `why` is shown to the affected users. */
  readonly by: string
  readonly why: string
  /** Declared reasons of all modules. */
  readonly reasons: JournalReasons
}

interface PostingRow {
  key: string
  reason: string
  from_code: AccountCode
  to_code: AccountCode
  amount: bigint
  of_hold: boolean
}

/**
 * Refuses journals of holds (only the ledger's hold functions move held money), reversals (they are final),
 * and journals with rows of a module (they are corrected together with those rows). A reason that no module
 * declares cannot be reversed.
 */
const requireReversible = (
  { journalId, reasons }: Pick<Reversal, 'journalId' | 'reasons'>,
  rows: readonly PostingRow[],
): void => {
  const [first] = rows
  if (!first) throw new MalformedJournalError(`no journal ${journalId}`)
  if (first.of_hold)
    throw new NotReversibleError(`journal ${journalId} is a hold's: resolve the hold instead`)
  if (first.key.startsWith('reverse:')) {
    throw new NotReversibleError(`journal ${journalId} is a reversal: post what is right as a new journal`)
  }
  const declared = reasons[first.reason]
  if (declared === 'reversible') return
  throw new NotReversibleError(
    declared === 'keeps-rows'
      ? `journal ${journalId} is a ${first.reason}: its module keeps rows of its own, which its opposite would contradict`
      : `journal ${journalId} is a ${first.reason}: no module has declared that it may be reversed`,
  )
}

/**
 * Reverses a journal once, by posting its opposite under the key `reverse:<journalId>`, even if a second
 * request gives another reason. Throws `NotReversibleError` for a hold's journal, for a reversal, and for a
 * reason that is not declared reversible; and, like `postJournal`, if the balance is too low.
 */
export const reverseJournal = async (tx: Tx, reversal: Reversal): Promise<PostedJournal> => {
  const { journalId, at, by, why } = reversal
  const key = `reverse:${journalId}`
  const before = await tx.query<{ id: bigint }>({
    text: 'SELECT id FROM journal WHERE key = $1',
    values: [key],
  })
  if (before.rows[0]) return { journalId: before.rows[0].id, replayed: true }
  const { rows } = await tx.query<PostingRow>({
    text: `SELECT j.key, j.reason, f.code AS from_code, t.code AS to_code, p.amount,
        EXISTS (SELECT FROM hold h WHERE h.journal_id = j.id OR h.resolved_by = j.id) AS of_hold
      FROM posting p
      JOIN journal j ON j.id = p.journal_id
      JOIN ledger_account f ON f.id = p.from_account
      JOIN ledger_account t ON t.id = p.to_account
      WHERE p.journal_id = $1 ORDER BY p.id DESC`,
    values: [journalId],
  })
  requireReversible(reversal, rows)
  return postJournal(tx, {
    key,
    reason: 'operator.reversal',
    at,
    source: { kind: 'operator', by, why, reverses: journalId.toString() },
    postings: rows.map(({ from_code, to_code, amount }) => ({ from: to_code, to: from_code, amount })),
  })
}
