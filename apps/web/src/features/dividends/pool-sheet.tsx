import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { PayoutAmount } from '../../ui/amounts/payout-amount.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { moment } from '../../ui/text/moment.ts'
import { DividendRules } from './dividend-rules.tsx'
import { type OpenWeek, sourcesOf } from './pool.ts'

type PoolSheetProps = {
  readonly week: OpenWeek
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Figures of the open week, and the rules of its close. */
export const PoolSheet = ({ week, open, onOpenChange }: PoolSheetProps) => {
  const t = useT()
  return (
    <Sheet name="pool" open={open} onOpenChange={onOpenChange} title={t('dividend.title')}>
      <div className="flex flex-col gap-3">
        <Receipt
          rows={[
            ...sourcesOf(week.income).map(({ name, payout }) => ({
              label: t(`dividend.source.${name}`),
              value: <PayoutAmount payout={payout} />,
            })),
            {
              label: t('dividend.available'),
              value: <PayoutAmount payout={week.available} />,
              total: true,
            },
            {
              label: t('dividend.pledged'),
              value: <Amount value={BigInt(week.pledged)} token="POD" size="sm" maxDecimals={4} />,
            },
            {
              label: t('dividend.joining'),
              value: <Amount value={BigInt(week.joining)} token="POD" size="sm" maxDecimals={4} />,
            },
            { label: t('dividend.closesAt'), value: moment(week.endsAt) },
          ]}
        />
        <DividendRules />
      </div>
    </Sheet>
  )
}
