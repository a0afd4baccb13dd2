import { APPROVAL_AMOUNT_MAX } from '@dr/protocol/constants'
import {
  type ApprovalAmount,
  type ApprovalChoice,
  needsApproval,
} from '../../../chain/calls/approval.rules.ts'
import type { Spend } from '../../../chain/reads/read-spend.ts'
import type { WalletAbility } from '../../../chain/wallet/wallet-ability.ts'
import type { FlowStep } from '../flow/flow-state.ts'

/** Way to avoid approval transactions: one batch, permits, or null for neither. */
export const shortWay = (
  spends: readonly Spend[],
  { atomic, isContract }: WalletAbility,
  choice: ApprovalAmount,
): 'batch' | 'permit' | null => {
  const needed = spends.filter((spend) => needsApproval(spend, choice))
  if (needed.length > 0 && atomic) return 'batch'
  // A contract wallet cannot sign permits.
  return !isContract && needed.some(({ permit }) => permit) ? 'permit' : null
}

const approvalsOf = ({ token, amount, resetFirst }: Spend, choice: ApprovalAmount) => [
  ...(resetFirst ? [{ token, amount: 0n }] : []),
  { token, amount: choice === 'max' ? APPROVAL_AMOUNT_MAX : amount },
]

/**
 * Numbered steps: for each token that needs it a permit, or a reset if the token requires one and the
 * approval; then the call. One step if the wallet sends them as a batch.
 */
export const stepsFor = (
  spends: readonly Spend[],
  choice: ApprovalChoice,
  ability: WalletAbility,
): readonly FlowStep[] => {
  const short = choice.way === 'short' ? shortWay(spends, ability, choice.amount) : null
  const needed = spends.filter((spend) => needsApproval(spend, choice.amount))
  if (short === 'batch')
    return [
      { kind: 'call', batch: needed.flatMap((spend) => approvalsOf(spend, choice.amount)), state: 'todo' },
    ]
  const steps = needed.flatMap((spend): readonly FlowStep[] => {
    const approvals = approvalsOf(spend, choice.amount)
    const last = approvals.at(-1)
    if (short === 'permit' && spend.permit && last) return [{ kind: 'permit', ...last, state: 'todo' }]
    return approvals.map((one) => ({
      kind: one.amount === 0n ? ('reset' as const) : ('approve' as const),
      ...one,
      state: 'todo',
    }))
  })
  return [...steps, { kind: 'call', state: 'todo' }]
}
