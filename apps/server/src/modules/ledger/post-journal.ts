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

/** A movement of `amount` (base units, above zero) between two accounts of the same vault and token. */
export interface Posting {
  readonly from: AccountCode
  readonly to: AccountCode
  readonly amount: bigint
}

/** A posting within one vault and token, which are given once for both accounts. */
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
 * Provenance of a journal's money: `kind` is the type of event, week or term, the other fields identify it.
 * JSON values.
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
  /** `<module>.<action>`, lower case: `mining.collect`. The app translates it. */
  readonly reason: JournalReason
  /** The chain's time (`chainNow(tx).at`, or the event's). Not compared on replay. */
  readonly at: Date
  readonly source: Provenance
  /** At least one; all of one vault. */
  readonly postings: readonly Posting[]
}

export interface PostedJournal {
  readonly journalId: bigint
  /** True if the same journal existed already: nothing was changed. */
  readonly replayed: boolean
}

/** Maps the database's refusal of a journal to the ledger's errors; other errors are returned unchanged. */
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

/** Announces to users that the balances of their accounts have changed. */
export const announceBalances = (tx: Tx, postings: readonly Posting[]): Promise<void> =>
  tx.announce({ topic: 'balances', of: ownersOf(postings.flatMap(({ from, to }) => [from, to])) })

/**
 * Posts a journal: the only way to change a balance (one call of the PL/pgSQL function `post_journal`). The
 * same key with the same content changes nothing and returns `replayed: true`; accounts are created by their
 * first posting. Throws `AppError` LEDGER_BALANCE_TOO_LOW (1015) when a user's account does not cover it,
 * `SystemAccountOverdrawnError` when a pool does not, `JournalConflictError` when the key has other content.
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
