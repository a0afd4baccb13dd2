import type { Tx } from '../../platform/database/database.ts'
import { MalformedJournalError } from './ledger-errors.ts'
import { announceBalances, explainRefusal, type NewJournal, type PostedJournal } from './post-journal.ts'

/** Outcome of one journal of many: posted, or the error that `postJournal` would have thrown. */
export type JournalOutcome =
  | ({ readonly posted: true } & PostedJournal)
  | { readonly posted: false; readonly error: unknown }

/**
 * Journals in a call of `post_journals`: the fastest size (bench `ledger.batch`), which also bounds the
 * statement's size.
 */
const BATCH_MAX = 1_000

/** The database's refusal of one journal of many. */
class JournalRefusal extends Error {
  readonly code: string
  readonly constraint: string

  constructor(row: { error_code: string; error_constraint: string; error_message: string }) {
    super(row.error_message)
    this.code = row.error_code
    this.constraint = row.error_constraint
  }
}

type OutcomeRow =
  | { error_code: null; journal_id: bigint; replayed: boolean }
  | { error_code: string; error_constraint: string; error_message: string }

const outcomeOf = (journal: NewJournal, row: OutcomeRow | undefined): JournalOutcome => {
  if (!row)
    return { posted: false, error: new MalformedJournalError(`journal ${journal.key} gave no answer`) }
  if (row.error_code === null) return { posted: true, journalId: row.journal_id, replayed: row.replayed }
  const refusal = new JournalRefusal(row)
  return { posted: false, error: explainRefusal(journal, refusal, refusal) }
}

const postBatch = async (tx: Tx, journals: readonly NewJournal[]): Promise<JournalOutcome[]> => {
  const postings = journals.flatMap((journal, index) =>
    journal.postings.map((posting) => ({ ...posting, journal: index + 1 })),
  )
  const { rows } = await tx.query<OutcomeRow>({
    name: 'post_journals',
    text: `SELECT journal_id, replayed, error_code, error_constraint, error_message FROM post_journals(
      $1::text[], $2::text[], $3::timestamptz[], $4::text[]::jsonb[], $5::integer[], $6::text[], $7::text[], $8::numeric[])
      ORDER BY n`,
    values: [
      journals.map(({ key }) => key),
      journals.map(({ reason }) => reason),
      journals.map(({ at }) => at),
      journals.map(({ source }) => JSON.stringify(source)),
      postings.map(({ journal }) => journal),
      postings.map(({ from }) => from),
      postings.map(({ to }) => to),
      postings.map(({ amount }) => amount),
    ],
  })
  const outcomes = journals.map((journal, index) => outcomeOf(journal, rows[index]))
  const fresh = journals.filter((_, index) => {
    const outcome = outcomes[index]
    return outcome?.posted && !outcome.replayed
  })
  await announceBalances(
    tx,
    fresh.flatMap((journal) => journal.postings),
  )
  return outcomes
}

/**
 * Posts many journals in one round trip and in order, so that one may spend what an earlier one credits. Each
 * is posted or refused as if `postJournal` had been called for it: a refusal does not affect the others.
 * Throws only errors that concern all (connection, conflict of transactions).
 */
export const postJournals = async (tx: Tx, journals: readonly NewJournal[]): Promise<JournalOutcome[]> => {
  const outcomes: JournalOutcome[] = []
  for (let first = 0; first < journals.length; first += BATCH_MAX) {
    outcomes.push(...(await postBatch(tx, journals.slice(first, first + BATCH_MAX))))
  }
  return outcomes
}

/** Posts many journals or throws the first error; the caller then rolls back its transaction. */
export const postAllJournals = async (tx: Tx, journals: readonly NewJournal[]): Promise<PostedJournal[]> => {
  const outcomes = await postJournals(tx, journals)
  return outcomes.map((outcome) => {
    if (!outcome.posted) throw outcome.error
    return { journalId: outcome.journalId, replayed: outcome.replayed }
  })
}
