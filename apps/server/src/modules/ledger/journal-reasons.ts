/**
 * Reasons of a module's journals, and whether posting the opposite is enough to reverse one. `keeps-rows`: it
 * is not, because the module has rows of its own for it (a release, a week, a position, an order), which the
 * opposite would contradict.
 */
export type JournalReasons = Readonly<Record<string, 'reversible' | 'keeps-rows'>>

/** The ledger's own reasons. A reversal is final: a correction is posted as a new journal. */
export const LEDGER_JOURNALS = { 'operator.reversal': 'keeps-rows' } as const satisfies JournalReasons

type LedgerJournals = typeof LEDGER_JOURNALS

/**
 * All reasons. The ledger names no module above it: each adds its own by declaration merging, in its
 * `journals.ts`. @public
 */
export interface DeclaredJournals extends LedgerJournals {}

export type JournalReason = keyof DeclaredJournals
