import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts'
import type { ApprovalChoice } from './approval.rules.ts'

const TRANSACTIONS = 'transactions'

/** The user's last choice of approvals. */
export interface KeptChoice {
  /** null: never chosen. */
  readonly amount: ApprovalChoice['amount'] | null
  readonly way: ApprovalChoice['way']
}

export const readKeptChoice = (): KeptChoice => {
  const amount = readStored(STORAGE_KEYS.approvalChoice)
  return {
    amount: amount === 'exact' || amount === 'max' ? amount : null,
    way: readStored(STORAGE_KEYS.approvalWay) === TRANSACTIONS ? 'transactions' : 'short',
  }
}

export const keepChoice = ({ amount, way }: ApprovalChoice): void => {
  writeStored(STORAGE_KEYS.approvalChoice, amount)
  writeStored(STORAGE_KEYS.approvalWay, way === TRANSACTIONS ? TRANSACTIONS : null)
}

/**
 * Without a choice by the user, the requirement's maximum (§4), or the exact amount where it does not apply
 * (`isExact`).
 */
export const choiceOf = ({ amount, way }: KeptChoice, isExact: boolean): ApprovalChoice => ({
  way,
  amount: amount ?? (isExact ? 'exact' : 'max'),
})
