import { useState } from 'react'
import { STORAGE_KEYS, writeStored } from '../../../api/storage.ts'
import type { ApprovalChoice } from '../../../chain/calls/approval.rules.ts'
import { EXACT, storedApprovalChoice, TRANSACTIONS } from '../../../chain/calls/stored-approval-choice.ts'

/** The user's last choice is kept: who wants only exact approvals does not have to say so each time. */
export const useApprovalChoice = () => {
  const [choice, setChoice] = useState(storedApprovalChoice)
  const choose = (next: ApprovalChoice): void => {
    setChoice(next)
    writeStored(STORAGE_KEYS.approvalChoice, next.amount === 'exact' ? EXACT : null)
    writeStored(STORAGE_KEYS.approvalWay, next.way === 'transactions' ? TRANSACTIONS : null)
  }
  return { choice, choose }
}
