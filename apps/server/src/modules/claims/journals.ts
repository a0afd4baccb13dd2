import type { JournalReasons } from '../ledger/index.ts'

/** Journals of claims and transfers on chain. */
export const CLAIMS_JOURNALS = {
  'claim.paid': 'keeps-rows',
  'claim.burned': 'keeps-rows',
  'claim.kept': 'keeps-rows',
  'claim.booked': 'keeps-rows',
  'claim.sent': 'keeps-rows',
  'claim.received': 'keeps-rows',
  'claim.unattributed': 'keeps-rows',
  'claim.uncovered': 'keeps-rows',
} as const satisfies JournalReasons

type ClaimsJournals = typeof CLAIMS_JOURNALS

declare module '../ledger/journal-reasons.ts' {
  interface DeclaredJournals extends ClaimsJournals {}
}
