import { formatAmount } from '@dr/protocol/amounts'
import type { Product } from '@dr/protocol/calls/mining'
import { ELECTRICITY_FEE_DRGV } from '@dr/protocol/constants'
import { minedPerDay } from '@dr/protocol/rules/machine-outlook'
import { worthOf } from '@dr/protocol/rules/mining-rate'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { productsQuery } from '../../api/queries/public.ts'
import { type OfferTerms, useOfferTerms, withMachines } from '../../api/queries/use-offer-terms.ts'
import { withTexts } from '../../i18n/i18n.ts'
import { formatRate, formatUsdCost, formatWorthBeside } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Rig } from '../../ui/pictures/rig.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { SkeletonText } from '../../ui/status/skeleton.tsx'
import { formatPower } from '../../ui/text/format.ts'
import { BringBack } from './bring-back.tsx'
import { MarketLine } from './market-line.tsx'
import { offerOf, sharesOf } from './offer-of.ts'

const CalculatorSheet = lazySheet(
  withTexts(() => import('./calculator-sheet.tsx').then((module) => module.CalculatorSheet)),
)

const cheapestOf = (products: readonly Product[]): Product | undefined =>
  products
    .filter(({ stock }) => stock > 0)
    .reduce<Product | undefined>(
      (low, product) => (low === undefined || BigInt(product.price) < BigInt(low.price) ? product : low),
      undefined,
    )

/** Offer for a visitor: the cheapest machine on sale, its cost, output and risks. */
export const FirstOffer = ({ action }: { readonly action: ReactNode }) => {
  const t = useT()
  const { data: products } = useQuery(productsQuery())
  const terms = useOfferTerms()
  const [calculator, setCalculator] = useState<'unused' | 'open' | 'closed'>('unused')
  const product = products && cheapestOf(products.items)
  return (
    <div className="rounded-20 border border-gold-line bg-s1 p-4 shadow-card">
      <div className="flex items-center gap-3.5">
        <Rig state="producing" tier={product?.tier ?? 1} size={64} />
        <Figures product={product} terms={terms} />
      </div>
      {/* Above the tab bar of the smallest phone in every language; what may happen follows at once. */}
      <div className="mt-3 flex gap-3">{action}</div>
      <div className="mt-3">
        {product && terms ? (
          <BringBack offer={offerOf(product)} terms={terms} />
        ) : (
          <p className="text-14">
            <SkeletonText>{`${t('offer.back', { days: 100, life: 720 })} ${t('offer.halfNever')} ${t('offer.may')}`}</SkeletonText>
          </p>
        )}
      </div>
      <div className="mt-3 flex flex-col gap-1.5">
        <p className="num text-14 text-t2">
          {product ? (
            t('offer.goes', sharesOf(product))
          ) : (
            <SkeletonText>{t('offer.goes', { project: '80%', burned: '20%' })}</SkeletonText>
          )}
        </p>
        <MarketLine />
        <button
          type="button"
          className="tap self-start text-14 text-gold"
          onClick={() => setCalculator('open')}
        >
          {`${t('offer.whatIf')} ›`}
        </button>
      </div>
      {calculator === 'unused' ? null : (
        <CalculatorSheet
          open={calculator === 'open'}
          onOpenChange={(open) => setCalculator(open ? 'open' : 'closed')}
        />
      )}
    </div>
  )
}

type FiguresProps = { readonly product: Product | undefined; readonly terms: OfferTerms | undefined }

/** Figures with constant height, loaded or not. */
const Figures = ({ product, terms }: FiguresProps) => {
  const t = useT()
  const electricity = t('welcome.electricity', { fee: formatAmount(ELECTRICITY_FEE_DRGV) })
  if (product === undefined) {
    return (
      <div className="num min-w-0 flex-1">
        <p className="font-semibold">
          <SkeletonText>M1 · 10 T</SkeletonText>
        </p>
        <p className="text-14">
          <SkeletonText>{t('offer.perDay', { amount: '0.5' })}</SkeletonText>
        </p>
        <p className="mt-0.5 text-12 text-t2">{electricity}</p>
      </div>
    )
  }
  const name = `${product.name} · ${formatPower(BigInt(product.power))} · ${t('common.days', { count: product.lifeDays })}`
  const fee = terms?.prices ? worthOf(ELECTRICITY_FEE_DRGV, terms.prices.drgvPrice) : null
  return (
    <div className="num min-w-0 flex-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-2 font-semibold">
        <span>{name}</span>
        <span>{formatUsdCost(BigInt(product.price))}</span>
      </p>
      <p className="text-14">{terms === undefined ? '\u00a0' : <Rate product={product} terms={terms} />}</p>
      <p className="mt-0.5 text-12 text-t2">
        {fee === null ? electricity : `${electricity} · ≈ ${formatUsdCost(fee)}`}
      </p>
    </div>
  )
}

/** Rate in large, its worth in small text. */
const Rate = ({ product, terms }: { readonly product: Product; readonly terms: OfferTerms }) => {
  const t = useT()
  const offer = offerOf(product)
  const perDay = minedPerDay(offer, withMachines(terms, offer))
  const worth = terms.prices ? worthOf(perDay, terms.prices.drPrice) : null
  return (
    <>
      <span className="font-semibold">{t('offer.perDay', { amount: formatRate(perDay) })}</span>
      {worth === null ? null : (
        <span className="text-12 text-t2">
          {` · ${t('offer.today', { worth: formatWorthBeside(worth) })}`}
        </span>
      )}
    </>
  )
}
