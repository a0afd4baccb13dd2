import { ELECTRICITY_PERIOD_DAYS } from '@dr/protocol/constants'
import { daysUntilHalving, type MiningMarket } from '@dr/protocol/rules/mining-rate'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { drgvPriceQuery, overviewQuery, productsQuery } from '../../api/queries/public.ts'
import { useMarket } from '../../api/queries/use-market.ts'
import { useT } from '../../i18n/use-t.ts'
import { useQuantity } from '../../ui/form/quantity.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Stepper } from '../../ui/form/stepper.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { formatPower } from '../../ui/text/format.ts'
import type { Assumptions } from './break-even.rules.ts'
import { EstimateView } from './estimate-view.tsx'

type CalculatorSheetProps = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

const MACHINES_MAX = 1_000
/** Basis points every 30 days. */
const GROWTHS = ['0', '500', '1500'] as const
const PRICES = ['-1500', '-500', '0', '500'] as const
const signOf = (value: number): string => (value > 0 ? '+' : value < 0 ? '−' : '')
const percent = (bps: string): string => `${signOf(Number(bps))}${Math.abs(Number(bps)) / 100}%`

/** When machines might break even; says as clearly that they may never. */
export const CalculatorSheet = ({ open, onOpenChange }: CalculatorSheetProps) => {
  const t = useT()
  const products = useQuery(productsQuery())
  return (
    <Sheet
      name="calculator"
      open={open}
      onOpenChange={onOpenChange}
      title={t('calculator.title')}
      description={t('calculator.lead')}
    >
      <Async query={products} skeleton={<SkeletonRows count={4} label={t('message.loading')} />}>
        {({ items }) => (items.length === 0 ? <p>{t('backpack.buy.none')}</p> : <Calculator items={items} />)}
      </Async>
    </Sheet>
  )
}

interface Item {
  readonly productId: string
  readonly name: string
  readonly power: number
  readonly price: string
  readonly lifeDays: number
}

const Calculator = ({ items }: { readonly items: readonly Item[] }) => {
  const t = useT()
  const [productId, setProductId] = useState(items[0]?.productId ?? '')
  const [growth, setGrowth] = useState<(typeof GROWTHS)[number]>('500')
  const [change, setChange] = useState<(typeof PRICES)[number]>('0')
  const product = items.find((item) => item.productId === productId)
  const market = useAssumedMarket()
  const machines = useQuantity({ max: MACHINES_MAX })
  const periods = useQuantity({
    initial: 12,
    max: Math.ceil((product?.lifeDays ?? 0) / ELECTRICITY_PERIOD_DAYS),
  })
  if (product === undefined) return null
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        label={t('calculator.product')}
        value={productId}
        onChange={setProductId}
        items={items.map(({ productId: value, name, power }) => ({
          value,
          label: `${name} · ${formatPower(BigInt(power))}`,
        }))}
      />
      <Row label={t('calculator.count')}>
        <Stepper label={t('calculator.count')} quantity={machines} />
      </Row>
      <Row label={t('calculator.periods')}>
        <Stepper label={t('calculator.periods')} quantity={periods} />
      </Row>
      <p className="text-12 text-t2">{t('calculator.growth')}</p>
      <Segmented
        label={t('calculator.growth')}
        value={growth}
        onChange={setGrowth}
        items={GROWTHS.map((value) => ({ value, label: percent(value) }))}
      />
      <p className="text-12 text-t2">{t('calculator.change')}</p>
      <Segmented
        label={t('calculator.change')}
        value={change}
        onChange={setChange}
        items={PRICES.map((value) => ({ value, label: percent(value) }))}
      />
      <Async query={market} skeleton={<SkeletonRows count={3} label={t('message.loading')} />}>
        {(today) => (
          <EstimateView
            market={today.market}
            assumptions={{
              ...today.assumed,
              machineCount: machines.count,
              power: product.power,
              price: BigInt(product.price),
              lifeDays: product.lifeDays,
              periods: periods.count,
              powerGrowthBps: Number(growth),
              priceChangeBps: Number(change),
            }}
          />
        )}
      </Async>
    </div>
  )
}

type Today = {
  readonly market: MiningMarket
  readonly assumed: Pick<
    Assumptions,
    'ownPower' | 'othersPower' | 'emissionPerDay' | 'halvesInDays' | 'drPrice' | 'drgvPrice'
  >
}

/** Network, emission and prices of now; without a price there is no estimate. */
const useAssumedMarket = () => {
  const market = useMarket()
  const overview = useQuery(overviewQuery())
  const prices = useQuery(drgvPriceQuery())
  const data: Today | undefined =
    market && overview.data && prices.data
      ? {
          market,
          assumed: {
            ownPower: market.ownPower,
            // Read a moment apart, the network may not yet count what is the reader's own.
            othersPower: Math.max(0, market.networkPower - market.ownPower),
            emissionPerDay: market.emissionPerDay,
            halvesInDays: daysUntilHalving({
              perDay: market.emissionPerDay,
              released: BigInt(overview.data.emission.released),
            }),
            drPrice: BigInt(prices.data.DR.price),
            drgvPrice: BigInt(prices.data.DRGV.price),
          },
        }
      : undefined
  return {
    data,
    error: overview.error ?? prices.error,
    isFetching: overview.isFetching || prices.isFetching,
    refetch: () => Promise.all([overview.refetch(), prices.refetch()]),
  }
}

const Row = ({ label, children }: { readonly label: string; readonly children: React.ReactNode }) => (
  <div className="flex items-center justify-between gap-3">
    <span className="min-w-0 text-14">{label}</span>
    {children}
  </div>
)
