import { useQuery } from '@tanstack/react-query'
import { productsQuery } from '../../api/queries/public.ts'
import { formatUsdCost } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Rig } from '../../ui/pictures/rig.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SkeletonCard } from '../../ui/status/skeleton.tsx'
import { formatPower } from '../../ui/text/format.ts'

/** Machines on sale, shown without a wallet. */
export const ProductShelf = () => {
  const t = useT()
  const query = useQuery(productsQuery())
  return (
    <section aria-label={t('backpack.buy')}>
      <h2 className="mb-2 px-1 text-16 font-semibold">{t('backpack.forSale')}</h2>
      <Async query={query} skeleton={<SkeletonCard label={t('message.loading')} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon="bag" title={t('backpack.buy.none')} />
          ) : (
            <ul className="grid grid-cols-2 gap-3">
              {items.map(({ productId, name, tier, power, price, stock, lifeDays }) => (
                <li key={productId} className="rounded-20 border border-line bg-s1 p-3.5 shadow-card">
                  <div className="flex items-start justify-between">
                    <Rig state={stock === 0 ? 'off' : 'producing'} tier={tier} size={64} />
                    <span className="num text-12 text-t2">
                      {stock === 0 ? t('backpack.buy.soldOut') : t('backpack.buy.stock', { count: stock })}
                    </span>
                  </div>
                  <p className="num mt-1 font-semibold">{`${name} · ${formatPower(BigInt(power))}`}</p>
                  <p className="num text-12 text-t2">
                    {t('backpack.buy.life', { days: t('common.days', { count: lifeDays }) })}
                  </p>
                  <p className="num mt-1 font-semibold">{formatUsdCost(BigInt(price))}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Async>
    </section>
  )
}
