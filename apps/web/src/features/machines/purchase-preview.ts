import { mulDivDown, mulDivUp, WAD } from '@dr/protocol/amounts'
import type { Product } from '@dr/protocol/calls/mining'
import { BPS, ELECTRICITY_FEE_DRGV } from '@dr/protocol/constants'

export type PurchasePreview = {
  readonly usdt: bigint
  readonly drgv: bigint
  /** In T. */
  readonly power: number
  /** DRGV for 30 days of electricity of all of them. */
  readonly electricity: bigint
  /** DR a day if the network stood still; an estimate, never a promise. */
  readonly estimatePerDay: bigint
}

type PreviewInput = {
  readonly product: Product
  readonly count: number
  /** USDT for one DRGV, 18 decimals. */
  readonly drgvPrice: bigint
  /** In T, without the machines to be bought. */
  readonly networkPower: number
  /** DR base units a day. */
  readonly emissionPerDay: bigint
}

/** What a purchase takes and gives at the present price; the quote that follows has the exact amounts. */
export function previewPurchase({
  product,
  count,
  drgvPrice,
  networkPower,
  emissionPerDay,
}: PreviewInput): PurchasePreview {
  const total = BigInt(product.price) * BigInt(count)
  const inDrgv = mulDivDown(total, BigInt(product.drgvShareBps), BPS)
  const power = product.power * count
  return {
    usdt: total - inDrgv,
    drgv: drgvPrice === 0n ? 0n : mulDivUp(inDrgv, WAD, drgvPrice),
    power,
    electricity: ELECTRICITY_FEE_DRGV * BigInt(count),
    estimatePerDay: mulDivDown(emissionPerDay, BigInt(power), BigInt(networkPower + power)),
  }
}
