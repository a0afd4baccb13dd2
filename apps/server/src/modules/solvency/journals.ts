import type { JournalReasons } from '../ledger/index.ts'

/**
 * Solvency's: nothing but the ledger says what a stranger sent; what covers a shortfall is a line of the
 * public record.
 */
export const SOLVENCY_JOURNALS = {
  'solvency.unattributed': 'reversible',
  'solvency.recapitalised': 'keeps-rows',
  'solvency.loss': 'keeps-rows', // the transaction that took it
} as const satisfies JournalReasons

type SolvencyJournals = typeof SOLVENCY_JOURNALS

declare module '../ledger/journal-reasons.ts' {
  interface DeclaredJournals extends SolvencyJournals {}
}
