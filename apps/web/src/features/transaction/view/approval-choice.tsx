import { formatAmount } from '@dr/protocol/amounts'
import type { ApprovalChoice } from '../../../chain/calls/approval.rules.ts'
import { needsApproval } from '../../../chain/calls/approval.rules.ts'
import type { Spend } from '../../../chain/reads/read-spend.ts'
import type { MessageKey } from '../../../i18n/keys.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { shortWay } from '../plan/approval-steps.ts'
import type { Plan } from '../plan/plan.ts'

type Approved = Pick<Spend, 'token' | 'amount'>

/** Each token once: several calls of a plan may take the same. */
export const tokensOf = (spends: readonly Approved[]): readonly string[] => [
  ...new Set(spends.map(({ token }) => token)),
]

/** Total of each token over all calls of a plan. */
export const amountsOf = (spends: readonly Approved[]): readonly string[] =>
  tokensOf(spends).map((name) => {
    const sum = spends.reduce((all, { token, amount }) => (token === name ? all + amount : all), 0n)
    return `${formatAmount(sum)} ${name}`
  })

type ApprovalChoiceProps = {
  readonly plan: Pick<Plan, 'spends' | 'ability'>
  readonly choice: ApprovalChoice
  readonly onChoose: (choice: ApprovalChoice) => void
}

/** Choice between an unlimited and an exact approval, and of the way to approve. */
export const ApprovalChoiceField = ({ plan, choice, onChoose }: ApprovalChoiceProps) => {
  const t = useT()
  const { spends } = plan
  const unapproved = spends.filter((spend) => needsApproval(spend, 'max'))
  if (unapproved.length === 0) return null
  const amounts = amountsOf(unapproved).join(t('tx.listComma'))
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-16 font-semibold">{t('tx.approval.title')}</h3>
      <Segmented
        label={t('tx.approval.title')}
        items={[
          { value: 'max', label: t('tx.approval.max') },
          { value: 'exact', label: t('tx.approval.exact') },
        ]}
        value={choice.amount}
        onChange={(amount) => onChoose({ ...choice, amount })}
      />
      <p className="text-14 text-t2">
        {choice.amount === 'max' ? t('tx.approval.maxNote') : t('tx.approval.exactNote', { amounts })}
      </p>
      <Way plan={plan} choice={choice} onChoose={onChoose} />
    </section>
  )
}

const shortKeys = {
  batch: { label: 'tx.approval.batch', note: 'tx.approval.batchNote' },
  permit: { label: 'tx.approval.permit', note: 'tx.approval.permitNote' },
} as const satisfies Record<'batch' | 'permit', Record<'label' | 'note', MessageKey>>

/** Choice between the wallet's shorter way and separate transactions. */
const Way = ({ plan: { spends, ability }, choice, onChoose }: ApprovalChoiceProps) => {
  const t = useT()
  const short = shortWay(spends, ability, choice.amount)
  if (short === null) return null
  const signed = spends.filter((spend) => spend.permit && needsApproval(spend, choice.amount))
  const tokens = tokensOf(signed).join(t('tx.listComma'))
  return (
    <>
      <Segmented
        label={t('tx.approval.way')}
        items={[
          { value: 'short', label: t(shortKeys[short].label) },
          { value: 'transactions', label: t('tx.approval.transactions') },
        ]}
        value={choice.way}
        onChange={(way) => onChoose({ ...choice, way })}
      />
      <p className="text-14 text-t2">
        {choice.way === 'transactions'
          ? t('tx.approval.transactionsNote')
          : t(shortKeys[short].note, { tokens })}
      </p>
    </>
  )
}

/** Earlier approvals, perhaps of an unfinished purchase: why a step is missing, and how to revoke them. */
export const ApprovedNote = ({ spends }: { readonly spends: readonly Spend[] }) => {
  const t = useT()
  const approved = spends.filter((spend) => spend.amount > 0n && !needsApproval(spend, 'max'))
  if (approved.length === 0) return null
  const tokens = tokensOf(approved).join(t('tx.listComma'))
  return <p className="text-12 text-t2">{t('tx.approval.standing', { tokens })}</p>
}
