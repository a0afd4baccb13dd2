import { APPROVAL_AMOUNT_MAX } from '@dr/protocol/constants'
import type { Spend } from '../../chain/read-spend.ts'
import type { FlowStep } from './machine.ts'

/** max: the customer's default, 9e28 base units, once. exact: only what this call takes. */
export type ApprovalChoice = 'max' | 'exact'

/**
 * Whether a token must be approved (requirement §4, PRODUCT.md 12): for the maximum when the allowance is at most the
 * amount, for the exact amount when it is below.
 */
export const needsApproval = ({ amount, allowance }: Spend, choice: ApprovalChoice): boolean =>
  allowance !== null && amount > 0n && (choice === 'max' ? allowance <= amount : allowance < amount)

/** The numbered steps: for each token that needs it a reset where the token insists, the approval, and then the call. */
export function stepsFor(spends: readonly Spend[], choice: ApprovalChoice): readonly FlowStep[] {
  const approvals = spends
    .filter((spend) => needsApproval(spend, choice))
    .flatMap(({ token, amount, resetFirst }): FlowStep[] => [
      ...(resetFirst ? [{ kind: 'reset', token, amount: 0n, state: 'todo' } as const] : []),
      { kind: 'approve', token, amount: choice === 'max' ? APPROVAL_AMOUNT_MAX : amount, state: 'todo' },
    ])
  return [...approvals, { kind: 'call', state: 'todo' }]
}
