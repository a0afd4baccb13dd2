import { type ApprovalChoice, allowanceAfter } from '../../../chain/calls/approval.rules.ts'
import type { Spend } from '../../../chain/reads/read-spend.ts'
import type { WalletAbility } from '../../../chain/wallet/wallet-ability.ts'
import type { FlowStep } from '../flow/flow-state.ts'
import { stepsFor } from './approval-steps.ts'
import type { Leg } from './outline.ts'

/** Steps of each leg, given the approvals of earlier legs. */
export const stepsOfLegs = (
  legs: readonly Leg[],
  choice: ApprovalChoice,
  ability: WalletAbility,
): readonly (readonly FlowStep[])[] => {
  const allowances = new Map<string, bigint>()
  return legs.map(({ to, spends }) => {
    const then = spends.map((spend): Spend => {
      const known = allowances.get(`${to}:${spend.token}`)
      return known === undefined || spend.allowance === null
        ? spend
        : { ...spend, allowance: known, resetFirst: false }
    })
    for (const { token, amount, allowance } of then) {
      if (allowance !== null)
        allowances.set(`${to}:${token}`, allowanceAfter({ amount, allowance }, choice.amount))
    }
    return stepsFor(then, choice, ability)
  })
}
