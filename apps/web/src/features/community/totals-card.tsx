import type { TeamFigures } from '@dr/protocol/calls/community'
import { useT } from '../../i18n/use-t.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Figures, Usd } from './figures.tsx'

/** Sums of all users; the burned amount is the large number. */
export const TotalsCard = ({ totals }: { readonly totals: TeamFigures }) => {
  const t = useT()
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <h2 className="text-16 font-semibold">{t('community.all')}</h2>
        <p className="mt-1">
          <Usd value={totals.burned} size="lg" tone={totals.burned === '0' ? 'plain' : 'out'} />
        </p>
      </div>
      <Figures figures={totals} />
      <p className="text-12 text-t2">{t('community.priced')}</p>
    </Card>
  )
}
