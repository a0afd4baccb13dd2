import type { Product } from '@dr/protocol/calls/mining'
import { machineCost } from '@dr/protocol/rules/machine-cost'
import { type MachineEarnings, type MiningMarket, machineEarnings } from '@dr/protocol/rules/mining-rate'

export type PurchasePreview = {
  readonly usdt: bigint
  /** 0 until there is a price: see `priced`. */
  readonly drgv: bigint
  /** False until the price is read: how much DRGV it takes is not known yet. */
  readonly priced: boolean
  /** What the machines mine and their electricity; undefined until the network is read. */
  readonly earnings: MachineEarnings | undefined
}

type PreviewInput = {
  readonly product: Product
  readonly count: number
  /** USDT for one DRGV, 18 decimals; null: not read. */
  readonly drgvPrice: bigint | null
  readonly market: MiningMarket | undefined
}

/** What a purchase takes and gives at the present price; the quote that follows has the exact amounts. */
export const previewPurchase = ({ product, count, drgvPrice, market }: PreviewInput): PurchasePreview => {
  const order = {
    price: BigInt(product.price),
    drgvShareBps: product.drgvShareBps,
    machineCount: count,
  }
  const cost = machineCost({ ...order, drgvPrice: drgvPrice ?? 1n })
  return {
    usdt: cost.usdtAmount,
    drgv: drgvPrice === null ? 0n : cost.drgvAmount,
    priced: drgvPrice !== null,
    earnings:
      market &&
      machineEarnings(market, { power: product.power * count, machineCount: count, producing: false }),
  }
}
