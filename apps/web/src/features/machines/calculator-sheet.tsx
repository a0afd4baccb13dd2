import { formatAmount } from '@dr/protocol/amounts'
import type { Product } from '@dr/protocol/calls/mining'
import {
  ELECTRICITY_FEE_DRGV,
  ELECTRICITY_PERIOD_DAYS,
  EMISSION_HALVING_DAYS,
  POWER_FLOOR,
} from '@dr/protocol/constants'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { productsQuery } from '../../api/queries/public.ts'
import { type OfferTerms, useOfferTerms } from '../../api/queries/use-offer-terms.ts'
import { formatUsdCost } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { useQuantity } from '../../ui/form/quantity.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Stepper } from '../../ui/form/stepper.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { formatCount, formatPower, formatShare } from '../../ui/text/format.ts'
import { BringBack } from './bring-back.tsx'
import { MarketLine } from './market-line.tsx'
import { offerFigures } from './offer-figures.ts'
import { offerOf, sharesOf } from './offer-of.ts'
import { WhatIfTable } from './what-if.tsx'

type CalculatorSheetProps = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

const MACHINES_MAX = 1_000

/** Possible gain and loss of machines, by the same rule as their offer. */
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

const Calculator = ({ items }: { readonly items: readonly Product[] }) => {
  const t = useT()
  const [productId, setProductId] = useState(items[0]?.productId ?? '')
  const machines = useQuantity({ max: MACHINES_MAX })
  const product = items.find((item) => item.productId === productId)
  const terms = useOfferTerms()
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
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 text-14">{t('calculator.count')}</span>
        <Stepper label={t('calculator.count')} quantity={machines} />
      </div>
      {machines.value === null ? null : terms === undefined ? (
        <SkeletonRows count={5} label={t('message.loading')} />
      ) : (
        <Outlook product={product} machineCount={machines.value} terms={terms} />
      )}
    </div>
  )
}

type OutlookProps = {
  readonly product: Product
  readonly machineCount: number
  readonly terms: OfferTerms
}

const Outlook = ({ product, machineCount, terms }: OutlookProps) => {
  const t = useT()
  const offer = offerOf(product, machineCount)
  const what = `${machineCount} × ${product.name}`
  const amount = formatUsdCost(offer.price * BigInt(machineCount))
  return (
    <section aria-live="polite" className="flex flex-col gap-3">
      <p className="num text-14 font-semibold">{offerFigures(t, offer, terms)}</p>
      <WhatIfTable offer={offer} terms={terms} aside={`${what} · ${amount}`} />
      <BringBack offer={offer} terms={terms} />
      <MarketLine />
      <p className="num text-14 text-t2">{t('offer.goes', sharesOf(product))}</p>
      <Assumptions terms={terms} />
    </section>
  )
}

const price = (amount: bigint): string => formatAmount(amount, { maxDecimals: 6, minDecimals: 2 })

const Assumptions = ({ terms }: { readonly terms: OfferTerms }) => {
  const t = useT()
  const { networkPower, emissionPerDay, halvesInDays, prices, burnBps } = terms
  const lines = [
    t('calculator.network', { power: `${formatCount(networkPower)} T`, floor: formatCount(POWER_FLOOR) }),
    t('calculator.emission', {
      amount: formatAmount(emissionPerDay, { maxDecimals: 6 }),
      days: halvesInDays,
      period: EMISSION_HALVING_DAYS,
    }),
    ...(prices === null
      ? []
      : [t('calculator.prices', { dr: price(prices.drPrice), drgv: price(prices.drgvPrice) })]),
    t('calculator.electricity', {
      fee: formatAmount(ELECTRICITY_FEE_DRGV, { maxDecimals: 2 }),
      days: ELECTRICITY_PERIOD_DAYS,
    }),
    t('calculator.burn', { percent: formatShare(burnBps, 10_000n) }),
    t('calculator.without'),
  ]
  return (
    <div>
      <h3 className="text-14 font-semibold">{t('calculator.assumptions')}</h3>
      <ul className="num mt-1 list-disc pl-5 text-12 text-t2">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
