import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts'
import type { ApprovalChoice } from './approval.rules.ts'

const TRANSACTIONS = 'transactions'

/** The user's last choice of how approvals are given. */
export interface KeptChoice {
  /** null: the user has never chosen. */
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
 * Where the user has never chosen, the maximum is asked for, as the requirement has it (§4); where it does
 * not (`isExact`), only what each call takes.
 */
export const choiceOf = ({ amount, way }: KeptChoice, isExact: boolean): ApprovalChoice => ({
  way,
  amount: amount ?? (isExact ? 'exact' : 'max'),
})
