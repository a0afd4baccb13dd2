/**
 * What a module's journals are for, and of each whether its opposite alone undoes it. `keeps-rows`: the module keeps rows of
 * its own beside it (a release, a week, a position, an order), which the opposite would contradict.
 */
export type JournalReasons = Readonly<Record<string, 'reversible' | 'keeps-rows'>>

/** The ledger's own. A reversal is final: what is right is posted as a new journal. */
export const LEDGER_JOURNALS = { 'operator.reversal': 'keeps-rows' } as const satisfies JournalReasons
