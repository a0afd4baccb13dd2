import type { TeamFigures } from '@dr/protocol/calls/community'
import { useInfiniteQuery } from '@tanstack/react-query'
import { dividendPoolQuery, pledgedByAll } from '../../api/queries/dividends.ts'
import { useT } from '../../i18n/use-t.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Figures, Usd } from './figures.tsx'

/** Sums of all users; the burned amount is the large number. */
export const TotalsCard = ({ totals }: { readonly totals: TeamFigures }) => {
  const t = useT()
  // As on the page of POD power: the folded counters follow a weekly close only later.
  const { data } = useInfiniteQuery(dividendPoolQuery())
  const week = data?.pages[0]?.current
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <h2 className="text-16 font-semibold">{t('community.all')}</h2>
        <p className="mt-1">
          <Usd value={totals.burned} size="lg" tone={totals.burned === '0' ? 'plain' : 'out'} />
        </p>
      </div>
      <Figures figures={totals} pledged={week ? String(pledgedByAll(week)) : null} />
      <p className="text-12 text-t2">{t('community.priced')}</p>
    </Card>
  )
}
