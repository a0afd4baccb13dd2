import { FatalError } from '../../platform/errors.ts'

/** SQLSTATEs raised by `migrations/0002_functions.sql`. */
export const LEDGER_SQLSTATE = { conflict: 'LG001', malformed: 'LG002', appendOnly: 'LG003' } as const

/** The idempotency key was used for another journal already. */
export class JournalConflictError extends FatalError {}

/** Not a journal: no postings, postings across vaults or tokens, or an unknown account code. */
export class MalformedJournalError extends FatalError {}

/**
 * A pool, budget or the chain account does not hold what the journal takes: promised more than was funded.
 */
export class SystemAccountOverdrawnError extends FatalError {}

/** The order has no hold. */
export class HoldNotFoundError extends FatalError {}

/**
 * The hold was resolved the other way before: released and now to be paid, or paid and now to be released.
 */
export class HoldAlreadyResolvedError extends FatalError {}

/** The journal cannot be undone by its opposite. */
export class NotReversibleError extends FatalError {}
