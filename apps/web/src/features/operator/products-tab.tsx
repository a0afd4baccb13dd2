import { DISPLAY_DECIMALS_MAX } from '@dr/protocol/amounts'
import type { OperatorProduct } from '@dr/protocol/calls/operator-offers'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { operatorQuery } from '../../api/queries/operator.ts'
import { formatPrice } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { OperatorList } from './operator-list.tsx'
import { ProductForm } from './product-form.tsx'
import { ProposalList } from './proposal-list.tsx'

const powerOf = (products: readonly OperatorProduct[]): number =>
  products.reduce((sum, { power, stock, reserved, sold }) => sum + power * (stock + reserved + sold), 0)

/** Products with terms, stock, and whether they are on sale. */
export const ProductsTab = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const query = useQuery(operatorQuery(address, 'operatorProducts'))
  const [shown, setShown] = useState<{ readonly product: OperatorProduct | null } | null>(null)
  return (
    <>
      <Columns side={<ProposalList address={address} />}>
        <OperatorList
          title={t('operator.view.products')}
          action={
            <Button size="sm" variant="accent" onClick={() => setShown({ product: null })}>
              {t('operator.new')}
            </Button>
          }
          lead={t('operator.product.lead')}
          query={query}
        >
          {({ items }) =>
            items.map((product) => (
              <ListRow
                key={product.productId}
                icon="bag"
                title={
                  <span className="flex flex-wrap items-center gap-x-2">
                    {product.name}
                    {product.offered ? null : <Chip tone="off">{t('operator.notOffered')}</Chip>}
                  </span>
                }
                detail={t('operator.product.counts', {
                  stock: formatCount(product.stock),
                  reserved: formatCount(product.reserved),
                  sold: formatCount(product.sold),
                })}
                value={formatPrice(BigInt(product.price), DISPLAY_DECIMALS_MAX)}
                valueDetail={`${product.power} T`}
                chevron
                onClick={() => setShown({ product })}
              />
            ))
          }
        </OperatorList>
      </Columns>
      {shown ? (
        <ProductForm
          key={shown.product?.productId ?? 'new'}
          address={address}
          product={shown.product}
          otherPower={powerOf(
            query.data?.items.filter(({ productId }) => productId !== shown.product?.productId) ?? [],
          )}
          onClose={() => setShown(null)}
        />
      ) : null}
    </>
  )
}
