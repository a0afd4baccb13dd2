import { formatAmount } from '@dr/protocol/amounts'
import { useT } from '../../../../i18n/use-t.ts'
import { Banner } from '../../../../ui/layout/banner.tsx'
import type { FlowState } from '../../flow/flow-state.ts'
import { directTokens, isDirect } from '../../plan/direct-call.ts'
import { kindOfPlan } from '../../plan/plan-kind.ts'
import { TransactionLink } from '../transaction-link.tsx'

/**
 * Warning about a call without a voucher that the wallet has sent more than once, with the other
 * transactions.
 */
export const SentTwice = ({ state: { plan, twice, hash } }: { readonly state: FlowState }) => {
  const t = useT()
  const others = twice.filter((other) => other !== hash)
  if (plan === null || others.length === 0) return null
  const { intent } = plan
  const paid = intent !== null && isDirect(intent) ? directTokens(intent).outgoing : []
  const what = [
    t(`tx.title.${kindOfPlan(plan)}`),
    ...paid.map(({ token, amount }) => `${formatAmount(amount)} ${token}`),
  ].join(t('tx.listComma'))
  return (
    <Banner tone="out" icon="alert" live>
      <p>{t('tx.found.twice', { what })}</p>
      {others.map((other) => (
        <TransactionLink key={other} hash={other} />
      ))}
    </Banner>
  )
}
