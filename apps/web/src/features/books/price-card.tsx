import type { ResponseOf } from '@dr/protocol/call'
import { PRICED_TOKENS, type PricedToken } from '@dr/protocol/tokens'
import { useQuery } from '@tanstack/react-query'
import type { CallOf } from '../../api/endpoints.ts'
import { overviewQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { Address } from '../../ui/text/address.tsx'
import { formatCount, formatDate } from '../../ui/text/format.ts'

type PriceRowProps = {
  readonly token: PricedToken
  readonly price: ResponseOf<CallOf<'overview'>>['prices']['DR']
}

const PriceRow = ({ token, price }: PriceRowProps) => {
  const t = useT()
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-semibold">{t('platform.priceOf', { token })}</span>
        {price && <Amount value={BigInt(price.price)} token="USDT" size="lg" />}
      </div>
      {price ? (
        <div className="num flex flex-wrap items-center justify-between gap-x-3 text-12 text-t2">
          <span>
            {`${t('common.block', { number: formatCount(price.blockNumber) })} · ${formatDate(price.blockTime * 1_000, 'HMS')}`}
          </span>
          <Address address={price.source} keep={4} />
        </div>
      ) : (
        <p className="text-14 text-t2">{t('error.30002')}</p>
      )}
    </>
  )
}

/** Oracle prices with block, time and contract. One missing price does not hide the other. */
export const PriceCard = () => {
  const t = useT()
  const query = useQuery(overviewQuery())
  return (
    <Card>
      <CardHeader title={t('platform.prices')} />
      <Async query={query} skeleton={<SkeletonRows count={2} label={t('message.loading')} />}>
        {({ prices }) => (
          <ul className="mt-1">
            {PRICED_TOKENS.map((token) => (
              <li key={token} className="border-line py-3 not-first:border-t">
                <PriceRow token={token} price={prices[token]} />
              </li>
            ))}
          </ul>
        )}
      </Async>
    </Card>
  )
}
