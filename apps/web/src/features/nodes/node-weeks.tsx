import type { NodeWeek } from '@dr/protocol/calls/community'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { PayoutAmount } from '../../ui/amounts/payout-amount.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { weekName } from '../../ui/text/iso-week.ts'

export type ProofOf = (week: Pick<NodeWeek, 'week' | 'result'>) => ReactNode

type NodeWeeksProps = { readonly weeks: readonly NodeWeek[]; readonly proofOf: ProofOf }

/** Closed weeks, newest first: the pool, its payments, the user's share, and the result to check. */
export const NodeWeeks = ({ weeks, proofOf }: NodeWeeksProps) => {
  const t = useT()
  if (weeks.length === 0)
    return <EmptyState icon="clock" title={t('nodes.weeks.none')} detail={t('nodes.rule.share')} />
  return (
    <div>
      {weeks.map((week) => (
        <Disclosure
          key={week.week}
          title={`${weekName(week.week)} · ${t('nodes.week.count', { count: week.nodes })}`}
        >
          <div className="flex flex-col gap-3 text-t1">
            <Receipt
              rows={[
                { label: t('nodes.week.available'), value: <PayoutAmount payout={week.available} /> },
                { label: t('nodes.week.paid'), value: <PayoutAmount payout={week.paid} /> },
                { label: t('nodes.week.mine'), value: <PayoutAmount payout={week.mine} tone="in" /> },
                {
                  label: t('nodes.week.carried'),
                  value: <PayoutAmount payout={week.carried} />,
                  total: true,
                },
                {
                  label: t('nodes.week.weight'),
                  value: <Amount value={BigInt(week.weight)} token="USD" size="sm" maxDecimals={2} />,
                },
              ]}
            />
            {proofOf(week)}
          </div>
        </Disclosure>
      ))}
    </div>
  )
}
