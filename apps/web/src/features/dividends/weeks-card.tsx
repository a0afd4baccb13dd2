import { CENT, formatAmount, mulDivDown, WAD } from '@dr/protocol/amounts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { dividendPoolQuery } from '../../api/queries/dividends.ts'
import { formatPrice, formatWorth } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { PayoutAmount } from '../../ui/amounts/payout-amount.tsx'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { MoreButton } from '../../ui/form/more-button.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { useShownItem } from '../../ui/lists/use-shown-item.ts'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { weekDays, weekName } from '../../ui/text/iso-week.ts'
import { unbroken } from '../../ui/text/moment.ts'
import type { DividendWeek, Payout } from './pool.ts'

const WeekSheet = lazySheet(() => import('./week-sheet.tsx').then((module) => module.WeekSheet))

const DRAWN_WEEKS = 12
const EDGE = { maxDecimals: 2 }
const PAID_TOKENS = ['USDT', 'DR'] as const satisfies readonly (keyof Payout)[]

/** Closed weeks: a chart of their payments, and each week's details. Nothing before the first. */
export const WeeksCard = () => {
  const t = useT()
  const query = useInfiniteQuery(dividendPoolQuery())
  const weeks = query.data?.pages.flatMap((page) => page.weeks.items) ?? []
  const [shown, show] = useShownItem(weeks, ({ week }) => week)
  if (weeks.length === 0) return null
  return (
    <Card className="flex flex-col gap-3">
      <CardHeader title={t('dividend.weeks')} aside={t('dividend.weeksUnit')} />
      <BarChart
        title={t('dividend.weeks')}
        head={[t('dividend.week'), 'USD']}
        points={weeks
          .slice(0, DRAWN_WEEKS)
          .toReversed()
          .map((week) => ({
            label: weekName(week.week),
            value: Number(worthPaid(week) / CENT),
            text: formatWorth(worthPaid(week)),
          }))}
      />
      <ul>
        {weeks.map((week) => (
          <ListRow
            key={week.week}
            icon="coin"
            iconTone="gold"
            title={weekName(week.week)}
            detail={<WeekDetail week={week} />}
            chevron
            onClick={() => show(week)}
          />
        ))}
      </ul>
      <MoreButton query={query} label={t('common.more')} />
      {shown && <WeekSheet week={shown.item} {...shown.control} />}
    </Card>
  )
}

const WeekDetail = ({ week }: { readonly week: DividendWeek }) => {
  const t = useT()
  const prize = PAID_TOKENS.filter((token) => BigInt(week.prizeTotal[token]) > 0n)
  return (
    <>
      <span className="flex flex-wrap gap-x-3 text-14 text-t1">
        <PayoutAmount payout={paidOf(week)} maxDecimals={2} />
      </span>
      <span className="block">{unbroken(weekDays(week.week))}</span>
      <span className="block">{t('dividend.perUnit', { amount: formatPrice(BigInt(week.perUnit), 4) })}</span>
      {prize.length === 0 ? null : (
        <span className="block">
          {t('dividend.prizeOf', {
            amounts: prize
              .map((token) => `${formatAmount(BigInt(week.prizeTotal[token]), EDGE)} ${token}`)
              .join(' · '),
          })}
        </span>
      )}
    </>
  )
}

/** Worth of the payments in both tokens, USD with 18 decimals: at the week's own price; without one DR counts as nothing. */
const worthPaid = (week: DividendWeek): bigint => {
  const { USDT, DR } = paidOf(week)
  return BigInt(USDT) + mulDivDown(BigInt(DR), BigInt(week.drPrice ?? 0), WAD)
}

/** Total payments: dividends and prize. */
const paidOf = ({ dividends, prizeTotal }: DividendWeek): Payout => ({
  USDT: String(BigInt(dividends.USDT) + BigInt(prizeTotal.USDT)),
  DR: String(BigInt(dividends.DR) + BigInt(prizeTotal.DR)),
})
