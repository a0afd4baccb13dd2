import { readStored, STORAGE_KEYS } from '../../api/storage.ts'
import type { ApprovalChoice } from './approval.rules.ts'

export const EXACT = 'exact'
export const TRANSACTIONS = 'transactions'

/** The user's last choice of how a plan's approvals are given. */
export const storedApprovalChoice = (): ApprovalChoice => ({
  amount: readStored(STORAGE_KEYS.approvalChoice) === EXACT ? 'exact' : 'max',
  way: readStored(STORAGE_KEYS.approvalWay) === TRANSACTIONS ? 'transactions' : 'short',
})
