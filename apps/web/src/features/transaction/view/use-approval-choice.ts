import { useState } from 'react'
import type { ApprovalChoice } from '../../../chain/calls/approval.rules.ts'
import { choiceOf, keepChoice, readKeptChoice } from '../../../chain/calls/stored-approval-choice.ts'

/**
 * The user's last choice is kept: who wants only exact approvals does not have to say so each time.
 * `isPodPlan`: see `choiceOf`.
 */
export const useApprovalChoice = (isPodPlan: boolean) => {
  const [kept, setKept] = useState(readKeptChoice)
  const choose = (next: ApprovalChoice): void => {
    setKept(next)
    keepChoice(next)
  }
  return { choice: choiceOf(kept, isPodPlan), choose }
}
