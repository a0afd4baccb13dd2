import type { Product } from '@dr/protocol/calls/mining'
import { useQuery } from '@tanstack/react-query'
import { drgvPriceQuery } from '../../api/queries/public.ts'
import { useMarket } from '../../api/queries/use-market.ts'
import { type PurchasePreview, previewPurchase } from './purchase-preview.ts'

/** What a purchase takes and gives now, from the price and the network as last read. */
export const usePurchasePreview = (product: Product, count: number): PurchasePreview => {
  const prices = useQuery(drgvPriceQuery()).data
  const market = useMarket()
  const drgvPrice = prices ? BigInt(prices.DRGV.price) : null
  return previewPurchase({ product, count, drgvPrice, market })
}
