import { ceilingAt } from '@dr/protocol/amounts'
import type { Product } from '@dr/protocol/calls/mining'
import {
  lowestPerPower,
  type MiningMarket,
  machineEarnings,
  pricePerPower,
} from '@dr/protocol/rules/mining-rate'
import { formatPrice, formatRate, formatUsdCost } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { cx } from '../../ui/cx.ts'
import { Rig } from '../../ui/pictures/rig.tsx'
import { formatPower } from '../../ui/text/format.ts'
import { electricityText } from './electricity-text.ts'

type ProductListProps = {
  readonly products: readonly Product[]
  /** Undefined until the network is read. */
  readonly market: MiningMarket | undefined
  readonly chosen: string | undefined
  readonly onChoose: (productId: string) => void
}

/** Machines for sale, one to choose, compared by what they mine a day and what they cost. */
export const ProductList = ({ products, market, chosen, onChoose }: ProductListProps) => {
  const t = useT()
  const lowest = lowestPerPower(products.filter(({ stock }) => stock > 0))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">{t('backpack.buy')}</legend>
      {products.map((product) => {
        const soldOut = product.stock === 0
        const on = product.productId === chosen
        return (
          <label
            key={product.productId}
            className={cx(
              'flex cursor-pointer items-center gap-3 rounded-16 border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-gold',
              on
                ? 'border-gold-line bg-linear-to-r from-gold-soft to-70% shadow-[inset_0_0_0_1px_var(--gold-line)]'
                : 'border-line2',
              soldOut && 'opacity-55',
            )}
          >
            <input
              type="radio"
              name="product"
              className="sr-only"
              checked={on}
              disabled={soldOut}
              onChange={() => onChoose(product.productId)}
            />
            <Rig state={soldOut ? 'off' : 'producing'} tier={product.tier} size={48} />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center justify-between gap-x-2">
                <span className="num font-semibold">
                  {`${product.name} · ${formatPower(BigInt(product.power))}`}
                </span>
                <span className="ml-auto flex flex-wrap items-center justify-end gap-x-2">
                  {soldOut ? <Chip tone="out">{t('backpack.buy.soldOut')}</Chip> : null}
                  {lowest.includes(product) ? <Chip>{t('earnings.lowestPerT')}</Chip> : null}
                  <span className="num font-semibold">{formatUsdCost(BigInt(product.price))}</span>
                </span>
              </span>
              <Figures product={product} market={market} chosen={on} />
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

type FiguresProps = {
  readonly product: Product
  readonly market: MiningMarket | undefined
  readonly chosen: boolean
}

const Figures = ({ product, market, chosen }: FiguresProps) => {
  const t = useT()
  const perT = t('earnings.perT', {
    amount: formatPrice(ceilingAt(pricePerPower(BigInt(product.price), product.power), 2)),
  })
  if (market === undefined) {
    return (
      <>
        <span className="num block text-12 text-t2">{`… · ${perT}`}</span>
        <span className="block text-12">&nbsp;</span>
      </>
    )
  }
  const earnings = machineEarnings(market, { power: product.power, machineCount: 1, producing: false })
  const { perDay, addsPerDay } = earnings
  return (
    <>
      <span className="num block text-12 text-t2">
        <span className={chosen && addsPerDay > 0n ? 'font-semibold text-in' : 'text-t1'}>
          {/* To an owner whose other machines then mine less, what it adds; the receipt names both. */}
          {addsPerDay < perDay
            ? t('earnings.adds', { amount: formatRate(addsPerDay) })
            : t('rates.perDay', { amount: formatRate(perDay) })}
        </span>
        <span>{` · ${perT}`}</span>
      </span>
      <span className="num block text-12 text-t2">
        {t('earnings.electricity', { amount: electricityText(earnings) })}
      </span>
    </>
  )
}
