import { formatAmount } from '@dr/protocol/amounts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dividendPoolQuery } from '../../api/queries/dividends.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { ShareBar } from '../../ui/pictures/share-bar.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonCard } from '../../ui/status/skeleton.tsx'
import { formatShare } from '../../ui/text/format.ts'
import { moment } from '../../ui/text/moment.ts'
import { type OpenWeek, shownSources } from './pool.ts'

const PoolSheet = lazySheet(() => import('./pool-sheet.tsx').then((module) => module.PoolSheet))
const tones = { swapFees: 'gold', operator: 'in', carried: 'quiet' } as const

/** This week's pool: its amount, its sources, and the end of its funding. */
export const PoolCard = () => {
  const t = useT()
  const query = useInfiniteQuery(dividendPoolQuery())
  return (
    <Async query={query} skeleton={<SkeletonCard label={t('message.loading')} className="min-h-64" />}>
      {({ pages }) => (pages[0] ? <Pool week={pages[0].current} /> : null)}
    </Async>
  )
}

const Pool = ({ week }: { readonly week: OpenWeek }) => {
  const t = useT()
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
  const USDT = BigInt(week.available.USDT)
  const DR = BigInt(week.available.DR)
  return (
    <Card>
      <CardHeader
        title={t('dividend.title')}
        aside={
          <button type="button" className="tap text-12 text-gold" onClick={() => setSheet('open')}>
            {t('dividend.rules')}
          </button>
        }
      />
      <p className="mt-1">
        <Amount value={USDT} token="USDT" size="lg" maxDecimals={2} />
      </p>
      {DR > 0n ? <Amount value={DR} token="DR" size="md" maxDecimals={2} /> : null}
      <p className="num mt-1 mb-3 text-12 text-t2">
        {USDT === 0n && DR === 0n
          ? t('dividend.empty')
          : t('dividend.fundedUntil', { time: moment(week.endsAt) })}
      </p>
      <ShareBar
        label={t('dividend.sources')}
        parts={shownSources(week.income).map(({ name, usdt }) => ({
          label: t(`dividend.source.${name}`),
          size: usdt,
          tone: tones[name],
          value: (
            <>
              <span>{formatAmount(usdt, { maxDecimals: 2 })}</span>
              <span className="text-t2">{` · ${formatShare(usdt, USDT)}`}</span>
            </>
          ),
        }))}
      />
      {sheet === 'unused' ? null : (
        <PoolSheet
          week={week}
          open={sheet === 'open'}
          onOpenChange={(open) => setSheet(open ? 'open' : 'closed')}
        />
      )}
    </Card>
  )
}
