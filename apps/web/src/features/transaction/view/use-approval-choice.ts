import { useState } from 'react'
import { readStored, STORAGE_KEYS, writeStored } from '../../../api/storage.ts'
import type { ApprovalChoice } from '../../../chain/calls/approval.rules.ts'

const EXACT = 'exact'
const TRANSACTIONS = 'transactions'

const stored = (): ApprovalChoice => ({
  amount: readStored(STORAGE_KEYS.approvalChoice) === EXACT ? 'exact' : 'max',
  way: readStored(STORAGE_KEYS.approvalWay) === TRANSACTIONS ? 'transactions' : 'short',
})

/** The user's last choice is kept: who wants only exact approvals does not have to say so each time. */
export const useApprovalChoice = () => {
  const [choice, setChoice] = useState(stored)
  const choose = (next: ApprovalChoice): void => {
    setChoice(next)
    writeStored(STORAGE_KEYS.approvalChoice, next.amount === 'exact' ? EXACT : null)
    writeStored(STORAGE_KEYS.approvalWay, next.way === 'transactions' ? TRANSACTIONS : null)
  }
  return { choice, choose }
}
