import { useState } from 'react'
import type { ApprovalChoice } from '../../../chain/calls/approval.rules.ts'
import { choiceOf, keepChoice, readKeptChoice } from '../../../chain/calls/stored-approval-choice.ts'
import type { PlanKind } from '../plan/plan-kind.ts'

/**
 * Whether only the needed amount is approved by default: for calls other than the requirement's purchases,
 * deposits and swaps, and for a plan for POD power, which takes three tokens for three contracts.
 */
export const isExactByDefault = (kind: PlanKind | null, isPlan: boolean): boolean =>
  kind === 'draw' || kind === 'wrap' || (kind === 'pod' && isPlan)

/** Remembers the user's last choice. */
export const useApprovalChoice = (isExact: boolean) => {
  const [kept, setKept] = useState(readKeptChoice)
  const choose = (next: ApprovalChoice): void => {
    setKept(next)
    keepChoice(next)
  }
  return { choice: choiceOf(kept, isExact), choose }
}
