import { useQuery } from '@tanstack/react-query'
import { drgvPriceQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { Address } from '../../ui/address.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Async } from '../../ui/async.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { formatCount, formatDate } from '../../ui/format.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'

/** Oracle prices with their block, time and contract. */
export function PriceCard() {
  const t = useT()
  const query = useQuery(drgvPriceQuery())
  return (
    <Card>
      <CardHeader title={t('platform.prices')} />
      <Async query={query} skeleton={<SkeletonRows count={2} label={t('message.loading')} />}>
        {(prices) => (
          <ul className="mt-1">
            {(['DR', 'DRGV'] as const).map((token) => {
              const { price, blockNumber, blockTime, source } = prices[token]
              return (
                <li key={token} className="border-line py-3 not-first:border-t">
                  <div className="flex items-baseline justify-between gap-3">
                    <span className="font-semibold">{t('platform.priceOf', { token })}</span>
                    <Amount value={BigInt(price)} token="USDT" size="lg" />
                  </div>
                  <div className="num flex flex-wrap items-center justify-between gap-x-3 text-12 text-t2">
                    <span>
                      {t('common.block', { number: formatCount(blockNumber) })} ·{' '}
                      {formatDate(blockTime * 1_000, 'HMS')}
                    </span>
                    <Address address={source} keep={4} />
                  </div>
                </li>
              )
            })}
          </ul>
        )}
      </Async>
    </Card>
  )
}
