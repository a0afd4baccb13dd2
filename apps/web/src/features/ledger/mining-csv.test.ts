import type { ElectricityPayment, MachinePurchase } from '@dr/protocol/calls/user-mining'
import { expect, it } from 'vitest'
import { paymentsCsv, purchasesCsv } from './mining-csv.ts'

const ORDER = '01936a2e-0000-7000-8000-000000000001'
const HASH = `0x${'ab'.repeat(32)}`
const AT = Date.parse('2026-11-20T09:41:00Z') / 1_000

const purchase: MachinePurchase = {
  orderId: ORDER,
  productId: 'm2',
  name: '=M2',
  tier: 2,
  machineCount: 3,
  power: 26,
  usdtPaid: '600000000000000000001',
  drgvBurned: `1500${'0'.repeat(18)}`,
  at: AT,
  lifeEnd: AT + 60,
  txHash: HASH,
}

const payment: ElectricityPayment = {
  orderId: ORDER,
  machines: [
    { productId: 'm1', name: 'M1', tier: 1, count: 2 },
    { productId: 'm2', name: 'M2', tier: 2, count: 1 },
  ],
  periods: 2,
  drgvBurned: `36${'0'.repeat(18)}`,
  at: AT,
  txHash: HASH,
}

it('a purchase is a line with exact amounts; a name that begins like a formula is disarmed', () => {
  expect(purchasesCsv([purchase])).toBe(
    `time_utc,product_id,product,machines,power_t_each,usdt_paid,drgv_burned,works_until_utc,order_id,tx_hash\r\n2026-11-20T09:41:00.000Z,m2,'=M2,3,26,600.000000000000000001,1500,2026-11-20T09:42:00.000Z,${ORDER},${HASH}\r\n`,
  )
})

it('a payment counts its machines, together and by product', () => {
  expect(paymentsCsv([payment])).toBe(
    `time_utc,machines,machines_by_product_id,periods_of_30_days,drgv_burned,order_id,tx_hash\r\n2026-11-20T09:41:00.000Z,3,2 m1 + 1 m2,2,36,${ORDER},${HASH}\r\n`,
  )
})
