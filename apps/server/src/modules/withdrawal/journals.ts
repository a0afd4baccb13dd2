import type { JournalReasons } from '../ledger/index.ts'

/** Journals of withdrawals. */
export const WITHDRAWAL_JOURNALS = {
  'withdrawal.hold': 'keeps-rows',
  'withdrawal.paid': 'keeps-rows',
  'withdrawal.burned': 'keeps-rows',
  'withdrawal.returned': 'keeps-rows',
} as const satisfies JournalReasons

type WithdrawalJournals = typeof WITHDRAWAL_JOURNALS

declare module '../ledger/journal-reasons.ts' {
  interface DeclaredJournals extends WithdrawalJournals {}
}
