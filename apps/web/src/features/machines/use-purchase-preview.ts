import type { Product } from '@dr/protocol/calls/mining'
import { useQuery } from '@tanstack/react-query'
import { drgvPriceQuery, overviewQuery } from '../../api/queries/public.ts'
import { type PurchasePreview, previewPurchase } from './purchase-preview.ts'

export type KnownPreview = PurchasePreview & {
  /** False until the price is read: `drgv` is not known yet. */
  readonly priced: boolean
  /** In T, with the machines to be bought; undefined until read, and then the estimate is not known either. */
  readonly networkAfter: number | undefined
}

/** What a purchase takes and gives now, from the price and the network as last read. */
export function usePurchasePreview(product: Product, count: number): KnownPreview {
  const prices = useQuery(drgvPriceQuery()).data
  const network = useQuery(overviewQuery()).data
  const preview = previewPurchase({
    product,
    count,
    drgvPrice: prices ? BigInt(prices.DRGV.price) : 0n,
    networkPower: network?.networkPower ?? 0,
    emissionPerDay: BigInt(network?.emission.perDay ?? 0),
  })
  return {
    ...preview,
    priced: prices !== undefined,
    networkAfter: network && network.networkPower + preview.power,
  }
}
