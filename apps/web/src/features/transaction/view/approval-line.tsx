import { useState } from 'react'
import type { ApprovalChoice } from '../../../chain/calls/approval.rules.ts'
import { useT } from '../../../i18n/use-t.ts'
import type { FlowStep } from '../flow/flow-state.ts'
import type { Plan } from '../plan/plan.ts'
import { ApprovalChoiceField } from './approval-choice.tsx'

type ApprovalLineProps = {
  readonly steps: readonly FlowStep[]
  readonly plan: Pick<Plan, 'spends' | 'ability'>
  readonly choice: ApprovalChoice
  readonly onChoose: (choice: ApprovalChoice) => void
}

const approvedBy = ({ kind, token, batch }: FlowStep): readonly string[] => {
  if (kind === 'approve' || kind === 'permit') return [token ?? '']
  return (batch ?? []).filter(({ amount }) => amount > 0n).map((one) => one.token)
}

/** Line beside the button with the tokens that it approves; the choice opens from it. */
export const ApprovalLine = ({ steps, plan, choice, onChoose }: ApprovalLineProps) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  const tokens = [...new Set(steps.flatMap(approvedBy))].join(t('tx.listComma'))
  if (tokens === '') return null
  return (
    <>
      {open ? (
        <div className="max-h-[38dvh] overflow-y-auto">
          <ApprovalChoiceField plan={plan} choice={choice} onChoose={onChoose} />
        </div>
      ) : null}
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-14 text-t2">
        <span>{t(choice.amount === 'max' ? 'tx.approves.max' : 'tx.approves.exact', { tokens })}</span>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen((shown) => !shown)}
          className="tap font-semibold text-gold"
        >
          {t('tx.approves.change')}
        </button>
      </p>
    </>
  )
}
