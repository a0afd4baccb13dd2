import type { JournalReasons } from '../ledger/index.ts'

/** Journals of mining. */
export const MINING_JOURNALS = {
  'mining.release': 'keeps-rows',
  'mining.collect': 'keeps-rows',
} as const satisfies JournalReasons

type MiningJournals = typeof MINING_JOURNALS

declare module '../ledger/journal-reasons.ts' {
  interface DeclaredJournals extends MiningJournals {}
}
