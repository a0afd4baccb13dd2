import { useState } from 'react'
import { readStored, STORAGE_KEYS, writeStored } from '../../../api/storage.ts'
import type { ApprovalChoice } from '../../../chain/calls/approval.rules.ts'

const TRANSACTIONS = 'transactions'

interface Kept {
  /** null: the user has never chosen. */
  readonly amount: ApprovalChoice['amount'] | null
  readonly way: ApprovalChoice['way']
}

const stored = (): Kept => {
  const amount = readStored(STORAGE_KEYS.approvalChoice)
  return {
    amount: amount === 'exact' || amount === 'max' ? amount : null,
    way: readStored(STORAGE_KEYS.approvalWay) === TRANSACTIONS ? 'transactions' : 'short',
  }
}

/**
 * The user's last choice is kept: who wants only exact approvals does not have to say so each time. Before
 * that the maximum is asked for; by a plan for POD power (`isPodPlan`), which takes three tokens for as many
 * contracts, only what each call takes.
 */
export const useApprovalChoice = (isPodPlan: boolean) => {
  const [kept, setKept] = useState(stored)
  const choice: ApprovalChoice = { ...kept, amount: kept.amount ?? (isPodPlan ? 'exact' : 'max') }
  const choose = (next: ApprovalChoice): void => {
    setKept(next)
    writeStored(STORAGE_KEYS.approvalChoice, next.amount)
    writeStored(STORAGE_KEYS.approvalWay, next.way === 'transactions' ? TRANSACTIONS : null)
  }
  return { choice, choose }
}
