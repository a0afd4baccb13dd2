import type { Product } from '@dr/protocol/calls/mining'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { productsQuery } from '../../api/queries/public.ts'
import { useOfferTerms } from '../../api/queries/use-offer-terms.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { useQuantity } from '../../ui/form/quantity.ts'
import { Stepper } from '../../ui/form/stepper.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SkeletonCard } from '../../ui/status/skeleton.tsx'
import { openTransaction } from '../transaction/intents.ts'
import { ProductList } from './product-list.tsx'
import { PurchaseDetails, PurchaseFooter } from './purchase-details.tsx'
import { usePurchaseLeft } from './use-purchase-left.ts'

type BuySheetProps = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

/** Purchase form: product, count, possible gain and loss, and cost. */
export const BuySheet = ({ open, onOpenChange }: BuySheetProps) => {
  const t = useT()
  const products = useQuery(productsQuery())
  const terms = useOfferTerms()
  const [productId, setProductId] = useState<string | null>(null)
  const items = products.data?.items ?? []
  const chosen = items.find((item) => item.productId === productId) ?? items.find(({ stock }) => stock > 0)
  const { left, bought } = usePurchaseLeft(chosen)
  const quantity = useQuantity({ max: Math.max(1, left) })
  const forSale = chosen !== undefined && left > 0 ? chosen : null
  const buy = ({ productId: id }: Product, machineCount: number): void => {
    onOpenChange(false)
    void openTransaction({ kind: 'buyMachine', productId: id, machineCount, power: true }).then(
      (outcome) => outcome === 'back' && onOpenChange(true),
    )
  }
  return (
    <Sheet
      name="buy"
      open={open}
      onOpenChange={onOpenChange}
      title={t('backpack.buy')}
      description={t('backpack.buy.lead')}
      footer={
        forSale ? (
          <PurchaseFooter
            product={forSale}
            count={quantity.value}
            onBuy={() => quantity.ask((count) => buy(forSale, count))}
          />
        ) : null
      }
    >
      <Async query={products} skeleton={<SkeletonCard label={t('message.loading')} />}>
        {({ items: list }) =>
          list.length === 0 ? (
            <EmptyState icon="bag" title={t('backpack.buy.none')} />
          ) : (
            <ProductList products={list} terms={terms} chosen={chosen?.productId} onChoose={setProductId} />
          )
        }
      </Async>
      {chosen && chosen.stock > 0 ? (
        <div className="flex min-h-16 items-center justify-between gap-3">
          <span>
            <span className="block text-14 font-semibold">{t('backpack.buy.count')}</span>
            <span className="num block text-12 text-t2">{limitText(t, chosen, bought)}</span>
          </span>
          {left > 0 ? <Stepper label={t('backpack.buy.count')} quantity={quantity} /> : null}
        </div>
      ) : null}
      {forSale && quantity.value !== null ? (
        <PurchaseDetails product={forSale} count={quantity.value} />
      ) : null}
    </Sheet>
  )
}

const limitText = (t: Translate, { perUserLimit, stock }: Product, bought: number): string => {
  const limit =
    bought > 0
      ? t('backpack.buy.bought', { count: bought, limit: perUserLimit })
      : t('backpack.buy.limit', { count: perUserLimit })
  return `${limit} · ${t('backpack.buy.stock', { count: stock })}`
}
