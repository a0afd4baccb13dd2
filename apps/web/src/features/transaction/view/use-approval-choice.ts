import { useState } from 'react'
import type { ApprovalChoice } from '../../../chain/calls/approval.rules.ts'
import { choiceOf, keepChoice, readKeptChoice } from '../../../chain/calls/stored-approval-choice.ts'
import type { PlanKind } from '../plan/plan-kind.ts'

/**
 * Calls other than the requirement's purchases, deposits and swaps approve only what they take, and so does a
 * plan for POD power, which takes three tokens for as many contracts.
 */
export const isExactByDefault = (kind: PlanKind | null, isPlan: boolean): boolean =>
  kind === 'draw' || kind === 'wrap' || (kind === 'pod' && isPlan)

/** The user's last choice is kept: who wants only exact approvals does not have to say so each time. */
export const useApprovalChoice = (isExact: boolean) => {
  const [kept, setKept] = useState(readKeptChoice)
  const choose = (next: ApprovalChoice): void => {
    setKept(next)
    keepChoice(next)
  }
  return { choice: choiceOf(kept, isExact), choose }
}
