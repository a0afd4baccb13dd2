import type { VaultIndex } from '@dr/protocol/token-table'
import type { Token } from '@dr/protocol/tokens'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { databaseErrorOf } from '../../platform/database/errors.ts'
import { type AccountCode, type AccountOf, account, isUserAccount, ownersOf } from './account.ts'
import type { JournalReason } from './journal-reasons.ts'
import {
  JournalConflictError,
  LEDGER_SQLSTATE,
  MalformedJournalError,
  SystemAccountOverdrawnError,
} from './ledger-errors.ts'

/** `amount` (base units, more than zero) from one account to another of the same vault and token. */
export interface Posting {
  readonly from: AccountCode
  readonly to: AccountCode
  readonly amount: bigint
}

/** A posting names vault and token once, so that two of them never meet in it. */
export const posting = ({
  vault,
  token,
  from,
  to,
  amount,
}: {
  readonly vault: VaultIndex
  readonly token: Token
  readonly from: AccountOf
  readonly to: AccountOf
  /** Base units of `token`. */
  readonly amount: bigint
}): Posting => ({ from: account({ ...from, vault, token }), to: account({ ...to, vault, token }), amount })

/**
 * Where the money of a journal comes from: `kind` says which event, week or term, the rest names it. JSON
 * values.
 */
export interface Provenance {
  readonly kind: string
  readonly [detail: string]: string | number | boolean | null | readonly (string | number)[]
}

export interface NewJournal {
  /**
   * Idempotency key: `chain:<chainId>:<txHash>:<logIndex>[:<step>]` or `order:<id>:<step>` (docs/product.md
   * 3).
   */
  readonly key: string
  /** `<module>.<what>`, lower case: `mining.collect`. The app translates it. */
  readonly reason: JournalReason
  /** The chain's time (`chainNow(tx).at`, or the event's). Not compared on replay. */
  readonly at: Date
  readonly source: Provenance
  /** At least one; all of one vault. */
  readonly postings: readonly Posting[]
}

export interface PostedJournal {
  readonly journalId: bigint
  /** The same journal was there already: nothing was changed. */
  readonly replayed: boolean
}

/**
 * Why the database refused a journal, as what the ledger throws; `error` itself where it is none of the
 * ledger's.
 */
export const explainRefusal = (
  { key, postings }: NewJournal,
  refusal: { readonly code?: string | undefined; readonly constraint?: string | undefined } | undefined,
  error: unknown,
): unknown => {
  if (refusal?.code === LEDGER_SQLSTATE.conflict) {
    return new JournalConflictError(`journal ${key} was posted with other content`, { cause: error })
  }
  if (refusal?.code === LEDGER_SQLSTATE.malformed) {
    return new MalformedJournalError(`journal ${key} is malformed`, { cause: error })
  }
  if (refusal?.constraint === 'ledger_account_not_overdrawn') {
    return postings.every(({ from }) => isUserAccount(from))
      ? new AppError('LEDGER_BALANCE_TOO_LOW', { cause: error })
      : new SystemAccountOverdrawnError(`journal ${key} takes more than a pool holds`, { cause: error })
  }
  if (refusal?.constraint === 'ledger_account_chain_not_positive') {
    return new SystemAccountOverdrawnError(`journal ${key} takes more than the vault holds`, { cause: error })
  }
  return error
}

/** To the users whose accounts the postings touch. */
export const announceBalances = (tx: Tx, postings: readonly Posting[]): Promise<void> =>
  tx.announce({ topic: 'balances', of: ownersOf(postings.flatMap(({ from, to }) => [from, to])) })

/**
 * The one way a balance moves (one call of the PL/pgSQL function `post_journal`). The same key with the same
 * content changes nothing and answers `replayed: true`; accounts are opened at their first posting.
 *
 * Throws `AppError` LEDGER_BALANCE_TOO_LOW (1015) when a user's account does not cover it,
 * `SystemAccountOverdrawnError` when a pool does not, `JournalConflictError` when the key is of something
 * else.
 */
export const postJournal = async (tx: Tx, journal: NewJournal): Promise<PostedJournal> => {
  const { key, reason, at, source, postings } = journal
  try {
    const { rows } = await tx.query<{ journal_id: bigint; replayed: boolean }>({
      name: 'post_journal',
      text: 'SELECT journal_id, replayed FROM post_journal($1, $2, $3, $4, $5::text[], $6::text[], $7::numeric[])',
      values: [
        key,
        reason,
        at,
        source,
        postings.map(({ from }) => from),
        postings.map(({ to }) => to),
        postings.map(({ amount }) => amount),
      ],
    })
    const [row] = rows
    if (!row) throw new MalformedJournalError(`journal ${key} gave no answer`)
    if (!row.replayed) await announceBalances(tx, postings)
    return { journalId: row.journal_id, replayed: row.replayed }
  } catch (error) {
    throw explainRefusal(journal, databaseErrorOf(error), error)
  }
}
