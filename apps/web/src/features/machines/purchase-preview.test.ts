import { WAD } from '@dr/protocol/amounts'
import type { Product } from '@dr/protocol/calls/mining'
import { describe, expect, it } from 'vitest'
import { previewPurchase } from './purchase-preview.ts'

const product: Product = {
  productId: 'm1',
  name: 'M1',
  tier: 1,
  power: 10,
  price: String(100n * WAD),
  drgvShareBps: 2_000,
  stock: 5,
  perUserLimit: 5,
  lifeDays: 360,
}
const drgvPrice = WAD / 2n
const market = {
  networkPower: 80,
  ownPower: 0,
  emissionPerDay: 20_000n * WAD,
  drPrice: WAD / 2n,
  drgvPrice,
}

describe('previewPurchase', () => {
  const preview = previewPurchase({ product, count: 2, drgvPrice, market })
  it('splits the price into USDT and DRGV by value', () => {
    expect(preview).toMatchObject({ usdt: 160n * WAD, drgv: 80n * WAD, priced: true })
  })
  it('estimates with the new machines counted in', () => {
    expect(preview.earnings).toMatchObject({ power: 20n, networkPower: 100n, perDay: WAD })
  })
  it('asks 6 DRGV a machine for 30 days', () => {
    expect(preview.earnings).toMatchObject({ electricity: 12n * WAD, electricityUsd: 6n * WAD })
  })
  it('rounds the DRGV part up, so that no part of the price is lost', () => {
    const odd = previewPurchase({ product, count: 1, drgvPrice: 3n * WAD, market: undefined })
    expect(odd).toMatchObject({ drgv: (20n * WAD) / 3n + 1n, earnings: undefined })
  })
  it('knows no DRGV without a price', () => {
    expect(previewPurchase({ product, count: 1, drgvPrice: null, market })).toMatchObject({
      usdt: 80n * WAD,
      drgv: 0n,
      priced: false,
    })
  })
})
