import { useQuery } from '@tanstack/react-query'
import { podPowerConfigQuery } from '../../api/queries/pod-power.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { moment } from '../../ui/moment.ts'
import { PayoutAmount } from '../../ui/payout-amount.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { type OpenWeek, sourcesOf } from './pool.ts'

type PoolSheetProps = {
  readonly week: OpenWeek
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The open week in figures, and the rules by which it will close. */
export function PoolSheet({ week, open, onOpenChange }: PoolSheetProps) {
  const t = useT()
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('dividend.title')}>
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
        <Rules />
      </div>
    </Sheet>
  )
}

/** In the configured figures, so that the words never say another number than the rules. */
function Rules() {
  const t = useT()
  const { data } = useQuery(podPowerConfigQuery())
  if (!data) return null
  const { dividendBps, prizeBps, weekCapBps, winners, winnerCapBps } = data.dividends
  const percent = (bps: number): string => `${bps / 100}%`
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5 text-14 text-t2">
      <li>{t('dividend.rule.split', { dividends: percent(dividendBps), prize: percent(prizeBps) })}</li>
      <li>{t('dividend.rule.cap', { percent: percent(weekCapBps) })}</li>
      <li>{t('dividend.rule.consumes')}</li>
      <li>{t('dividend.rule.prize', { winners, percent: percent(winnerCapBps) })}</li>
      <li>{t('dividend.rule.noMoney')}</li>
    </ul>
  )
}
