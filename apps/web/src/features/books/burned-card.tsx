import { CENT, formatAmount } from '@dr/protocol/amounts'
import { FIXED_SUPPLY_TOKENS, type FixedSupplyToken } from '@dr/protocol/tokens'
import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries/public.ts'
import type { Overview } from '../../api/reserves.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { ShareBar, type SharePart } from '../../ui/pictures/share-bar.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { Address } from '../../ui/text/address.tsx'
import { formatCount } from '../../ui/text/format.ts'

const TONES = ['out', 'gold', 'quiet', 'in'] as const satisfies readonly SharePart['tone'][]

/** Burned amounts by purpose, by day, and by the tokens' own contracts. */
export const BurnedCard = () => {
  const t = useT()
  const query = useQuery(overviewQuery())
  return (
    <Card className="flex flex-col gap-4">
      <CardHeader title={t('platform.burned')} />
      <Async query={query} skeleton={<SkeletonRows label={t('message.loading')} />}>
        {(overview) => (
          <>
            <div className="flex flex-col gap-4">
              {FIXED_SUPPLY_TOKENS.map((token) => (
                <BurnedToken key={token} token={token} overview={overview} />
              ))}
            </div>
            <BurnedByDay overview={overview} />
            <p className="text-12 text-t2">{t('platform.burnedNote')}</p>
          </>
        )}
      </Async>
    </Card>
  )
}

const BurnedToken = ({
  token,
  overview,
}: {
  readonly token: FixedSupplyToken
  readonly overview: Overview
}) => {
  const t = useT()
  const causes = overview.burnedFor.filter((line) => line.token === token)
  const supply = overview.supplies.find((line) => line.token === token)
  return (
    <section className="flex flex-col gap-2 not-first:border-t not-first:border-line not-first:pt-4">
      <h3 className="text-12 text-t2">{t('platform.burnedThrough', { token })}</h3>
      <Amount value={BigInt(overview.burned[token])} token={token} maxDecimals={4} size="lg" />
      <ShareBar
        label={t('platform.burnedThrough', { token })}
        parts={causes.map(({ cause, amount }, index) => ({
          label: t(`platform.cause.${cause}`),
          size: BigInt(amount),
          tone: TONES[index % TONES.length] ?? 'quiet',
          value: <Amount value={BigInt(amount)} token={token} maxDecimals={4} size="sm" />,
        }))}
      />
      {supply ? (
        <Receipt
          rows={[
            { label: t('platform.supplyInitial'), value: `${formatAmount(BigInt(supply.initial))} ${token}` },
            {
              label: t('platform.supplyTotal'),
              value: <Amount value={BigInt(supply.total)} token={token} size="sm" />,
            },
            {
              label: t('platform.supplyBurned'),
              value: <Amount value={BigInt(supply.burned)} token={token} size="sm" />,
              total: true,
            },
            {
              label: t('common.block', { number: formatCount(supply.blockNumber) }),
              value: <Address address={supply.contract} keep={4} />,
            },
          ]}
        />
      ) : null}
    </section>
  )
}

const BurnedByDay = ({ overview: { history } }: { readonly overview: Overview }) => {
  const t = useT()
  if (history === undefined || history.length < 2) return null
  return (
    <div>
      <h3 className="mb-2 text-12 text-t2">{t('platform.burnedByDay')}</h3>
      <BarChart
        title={t('platform.burnedByDay')}
        head={[t('platform.day'), 'DR']}
        points={history.map(({ day, burnedDR }) => ({
          label: day.slice(5),
          value: Number(BigInt(burnedDR) / CENT),
          text: formatAmount(BigInt(burnedDR), { maxDecimals: 4 }),
        }))}
      />
    </div>
  )
}
