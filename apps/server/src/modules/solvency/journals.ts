import type { JournalReasons } from '../ledger/index.ts'

/** Solvency's: nothing but the ledger says what a stranger sent. */
export const SOLVENCY_JOURNALS = {
  'solvency.unattributed': 'reversible',
} as const satisfies JournalReasons
