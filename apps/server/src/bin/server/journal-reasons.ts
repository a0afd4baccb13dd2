/**
 * The journal reasons of all modules, and which of them an operator may reverse: each module declares its
 * own.
 */
import { CLAIMS_JOURNALS } from '../../modules/claims/index.ts'
import { DIVIDENDS_JOURNALS } from '../../modules/dividends/index.ts'
import { type JournalReasons, LEDGER_JOURNALS } from '../../modules/ledger/index.ts'
import { MINING_JOURNALS } from '../../modules/mining/index.ts'
import { NODES_JOURNALS } from '../../modules/nodes/index.ts'
import { PACKAGES_JOURNALS } from '../../modules/packages/index.ts'
import { SOLVENCY_JOURNALS } from '../../modules/solvency/index.ts'
import { SWAP_JOURNALS } from '../../modules/swap/index.ts'
import { WITHDRAWAL_JOURNALS } from '../../modules/withdrawal/index.ts'

export const JOURNALS_BY_MODULE: Readonly<Record<string, JournalReasons>> = {
  dividends: DIVIDENDS_JOURNALS,
  ledger: LEDGER_JOURNALS,
  mining: MINING_JOURNALS,
  nodes: NODES_JOURNALS,
  packages: PACKAGES_JOURNALS,
  solvency: SOLVENCY_JOURNALS,
  swap: SWAP_JOURNALS,
  claims: CLAIMS_JOURNALS,
  withdrawal: WITHDRAWAL_JOURNALS,
}

export const JOURNAL_REASONS: JournalReasons = Object.fromEntries(
  Object.values(JOURNALS_BY_MODULE).flatMap((reasons) => Object.entries(reasons)),
)
