import type { Product } from '@dr/protocol/calls/mining'
import type { OfferTerms } from '../../api/queries/use-offer-terms.ts'
import { formatUsdCost } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { cx } from '../../ui/cx.ts'
import { Rig } from '../../ui/pictures/rig.tsx'
import { formatPower } from '../../ui/text/format.ts'
import { offerFigures } from './offer-figures.ts'
import { offerOf } from './offer-of.ts'

type ProductListProps = {
  readonly products: readonly Product[]
  /** Undefined until the network is read. */
  readonly terms: OfferTerms | undefined
  readonly chosen: string | undefined
  readonly onChoose: (productId: string) => void
}

/** Choice of machines on sale, with output per day, its worth, and price. */
export const ProductList = ({ products, terms, chosen, onChoose }: ProductListProps) => {
  const t = useT()
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
              'flex cursor-pointer items-center gap-3 rounded-16 border px-3 py-1.5 has-focus-visible:outline-2 has-focus-visible:outline-gold',
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
            <Rig state={soldOut ? 'off' : 'producing'} tier={product.tier} size={40} />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center justify-between gap-x-2">
                <span className="num font-semibold">
                  {`${product.name} · ${formatPower(BigInt(product.power))}`}
                </span>
                <span className="ml-auto flex flex-wrap items-center justify-end gap-x-2">
                  {soldOut ? <Chip tone="out">{t('backpack.buy.soldOut')}</Chip> : null}
                  <span className="num font-semibold">{formatUsdCost(BigInt(product.price))}</span>
                </span>
              </span>
              <span className="num block text-12 text-t2">
                {terms ? offerFigures(t, offerOf(product), terms) : '…'}
              </span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
