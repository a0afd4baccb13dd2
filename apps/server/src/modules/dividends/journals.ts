import type { JournalReasons } from '../ledger/index.ts'

/** Journals of dividends. */
export const DIVIDENDS_JOURNALS = {
  'operator.fund-pool': 'keeps-rows',
  'swap.fee-dividends': 'keeps-rows',
  'dividends.week': 'keeps-rows',
  'dividends.credit': 'keeps-rows',
  'dividends.growth': 'keeps-rows',
} as const satisfies JournalReasons

type DividendsJournals = typeof DIVIDENDS_JOURNALS

declare module '../ledger/journal-reasons.ts' {
  interface DeclaredJournals extends DividendsJournals {}
}
