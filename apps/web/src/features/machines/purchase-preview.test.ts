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

describe('previewPurchase', () => {
  const preview = previewPurchase({
    product,
    count: 2,
    drgvPrice: WAD / 2n,
    networkPower: 80,
    emissionPerDay: 50_000n * WAD,
  })
  it('splits the price into USDT and DRGV by value', () => {
    expect(preview.usdt).toBe(160n * WAD)
    expect(preview.drgv).toBe(80n * WAD)
  })
  it('estimates with the new machines counted in', () => {
    expect(preview.power).toBe(20)
    expect(preview.estimatePerDay).toBe(10_000n * WAD)
  })
  it('asks 6 DRGV a machine for 30 days', () => {
    expect(preview.electricity).toBe(12n * WAD)
  })
  it('rounds the DRGV part up, so that value never leaks out of a price', () => {
    const odd = previewPurchase({
      product,
      count: 1,
      drgvPrice: 3n * WAD,
      networkPower: 0,
      emissionPerDay: 0n,
    })
    expect(odd.drgv).toBe((20n * WAD) / 3n + 1n)
  })
})
