import type { JournalReasons } from '../ledger/index.ts'

/** Journals of packages. */
export const PACKAGES_JOURNALS = {
  'operator.fund-budget': 'keeps-rows',
  'package.deposit': 'keeps-rows',
  'package.commit': 'keeps-rows',
  'package.credit': 'keeps-rows',
  'package.unattributed': 'keeps-rows',
  'package.income': 'keeps-rows',
  'package.mature': 'keeps-rows',
  'package.ended': 'keeps-rows',
  'package.uncommit': 'keeps-rows',
  'package.reinvest': 'keeps-rows',
  'claim.attributed': 'keeps-rows',
} as const satisfies JournalReasons

type PackagesJournals = typeof PACKAGES_JOURNALS

declare module '../ledger/journal-reasons.ts' {
  interface DeclaredJournals extends PackagesJournals {}
}
