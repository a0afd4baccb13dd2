import type { Product } from '@dr/protocol/calls/mining'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { Chip } from '../../ui/chip.tsx'
import { cx } from '../../ui/cx.ts'
import { formatPower } from '../../ui/format.ts'
import { Rig } from '../../ui/rig.tsx'

type ProductListProps = {
  readonly products: readonly Product[]
  readonly chosen: string | undefined
  readonly onChoose: (productId: string) => void
}

/** Machines for sale, one to choose. */
export function ProductList({ products, chosen, onChoose }: ProductListProps) {
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
              'flex cursor-pointer items-center gap-3 rounded-20 border bg-s2 p-3 has-focus-visible:outline-2 has-focus-visible:outline-gold',
              on ? 'border-gold' : 'border-line',
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
            <Rig state={soldOut ? 'off' : 'producing'} tier={product.tier} size={60} />
            <span className="min-w-0 flex-1">
              <span className="flex items-center justify-between gap-2">
                <span className="font-semibold">{product.name}</span>
                <Amount value={BigInt(product.price)} token="USD" size="md" />
              </span>
              <span className="num block text-12 text-t2">
                {t('backpack.buy.power', { power: formatPower(BigInt(product.power)) })} ·{' '}
                {t('backpack.buy.life', { days: t('common.days', { count: product.lifeDays }) })}
              </span>
              <span className="mt-1 block">
                <Chip tone={soldOut ? 'out' : 'off'}>
                  {soldOut ? t('backpack.buy.soldOut') : t('backpack.buy.stock', { count: product.stock })}
                </Chip>
              </span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
