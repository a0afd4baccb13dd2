/** The ledger's public API: the only module that writes balances (ARCHITECTURE.md). */

export { type AccountCode, type AccountOf, account } from './account.ts'
export {
  addDeposit,
  addToAccountBook,
  endUnattributed,
  lockUnattributed,
  readAccountBook,
  requireBooked,
  type Unattributed,
  unreturnedOf,
} from './account-book.ts'
export { auditLedger, type Reserve } from './audit-ledger.ts'
export { type BalanceChanges, balanceChanges, type HistoryToken } from './balance-changes.ts'
export { balanceOf, balancesOf } from './balances.ts'
export { hold } from './hold.ts'
export { type JournalReason, type JournalReasons, LEDGER_JOURNALS } from './journal-reasons.ts'
export {
  HoldAlreadyResolvedError,
  HoldNotFoundError,
  JournalConflictError,
  MalformedJournalError,
  NotReversibleError,
  SystemAccountOverdrawnError,
} from './ledger-errors.ts'
export { type LedgerLine, ledgerLines } from './ledger-lines.ts'
export {
  type NewJournal,
  type PostedJournal,
  type Posting,
  type Provenance,
  posting,
  postJournal,
} from './post-journal.ts'
export { type JournalOutcome, postAllJournals, postJournals } from './post-journals.ts'
export { releaseHold, settleHold } from './resolve-hold.ts'
export { reverseJournal } from './reverse-journal.ts'
export type { Settle } from './settle.ts'
export { readVaultBooks, type VaultBooks } from './vault-books.ts'
