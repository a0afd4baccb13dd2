import type { JournalReasons } from '../ledger/index.ts'

/** Journals of the exchange. */
export const SWAP_JOURNALS = {
  'swap.fee-node': 'keeps-rows',
} as const satisfies JournalReasons

type SwapJournals = typeof SWAP_JOURNALS

declare module '../ledger/journal-reasons.ts' {
  interface DeclaredJournals extends SwapJournals {}
}
