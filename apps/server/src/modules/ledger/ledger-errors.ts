import { FatalError } from '../../platform/errors.ts'

/** SQLSTATEs raised by `migrations/0002_functions.sql`. */
export const LEDGER_SQLSTATE = { conflict: 'LG001', malformed: 'LG002', appendOnly: 'LG003' } as const

/** The idempotency key is already used for another journal. */
export class JournalConflictError extends FatalError {}

/** An invalid journal: no postings, postings across vaults or tokens, or an unknown account code. */
export class MalformedJournalError extends FatalError {}

/** The journal takes more than a pool, a budget or the chain account holds: more was promised than funded. */
export class SystemAccountOverdrawnError extends FatalError {}

/** The order has no hold. */
export class HoldNotFoundError extends FatalError {}

/** The hold was already resolved in the other way: released instead of paid, or paid instead of released. */
export class HoldAlreadyResolvedError extends FatalError {}

/** The journal cannot be reversed by its opposite. */
export class NotReversibleError extends FatalError {}
