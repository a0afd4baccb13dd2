import type { JournalReasons } from '../ledger/index.ts'

/**
 * Journals of solvency. Unattributed amounts are only in the ledger; recapitalisations are also in the public
 * record.
 */
export const SOLVENCY_JOURNALS = {
  'solvency.unattributed': 'reversible',
  'solvency.recapitalised': 'keeps-rows',
  'solvency.loss': 'keeps-rows', // its transaction
} as const satisfies JournalReasons

type SolvencyJournals = typeof SOLVENCY_JOURNALS

declare module '../ledger/journal-reasons.ts' {
  interface DeclaredJournals extends SolvencyJournals {}
}
