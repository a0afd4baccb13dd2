import type { JournalReasons } from '../ledger/index.ts'

/** Journals of transfers. */
export const TRANSFERS_JOURNALS = {
  'transfer.internal': 'keeps-rows',
  'transfer.hold': 'keeps-rows',
  'transfer.released': 'keeps-rows',
} as const satisfies JournalReasons

type TransfersJournals = typeof TRANSFERS_JOURNALS

declare module '../ledger/journal-reasons.ts' {
  interface DeclaredJournals extends TransfersJournals {}
}
