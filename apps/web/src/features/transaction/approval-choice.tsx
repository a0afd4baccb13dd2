import { formatAmount } from '@dr/protocol/amounts'
import type { Spend } from '../../chain/read-spend.ts'
import { useT } from '../../i18n/use-t.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { type ApprovalChoice, needsApproval } from './approval-steps.ts'

type ApprovalChoiceProps = {
  readonly spends: readonly Spend[]
  readonly choice: ApprovalChoice
  readonly onChoose: (choice: ApprovalChoice) => void
}

/** How much may be approved, where something must be: once and for all, or only what this call takes. */
export function ApprovalChoiceField({ spends, choice, onChoose }: ApprovalChoiceProps) {
  const t = useT()
  const asked = spends.filter((spend) => needsApproval(spend, 'max'))
  if (asked.length === 0) return <Standing spends={spends} />
  const amounts = asked.map(({ amount, token }) => `${formatAmount(amount)} ${token}`).join(t('tx.listComma'))
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-16 font-semibold">{t('tx.approval.title')}</h3>
      <Segmented
        label={t('tx.approval.title')}
        items={[
          { value: 'max', label: t('tx.approval.max') },
          { value: 'exact', label: t('tx.approval.exact') },
        ]}
        value={choice}
        onChange={onChoose}
      />
      <p className="text-14 text-t2">
        {choice === 'max' ? t('tx.approval.maxNote') : t('tx.approval.exactNote', { amounts })}
      </p>
      <Standing spends={spends} />
    </section>
  )
}

/** Approvals given before, perhaps by a purchase that was never finished: why a step is missing, and how to be rid of them. */
function Standing({ spends }: { readonly spends: readonly Spend[] }) {
  const t = useT()
  const standing = spends.filter((spend) => spend.amount > 0n && !needsApproval(spend, 'max'))
  if (standing.length === 0) return null
  const tokens = standing.map(({ token }) => token).join(t('tx.listComma'))
  return <p className="text-12 text-t2">{t('tx.approval.standing', { tokens })}</p>
}
