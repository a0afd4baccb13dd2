import type { PodPowerPurchase } from '@dr/protocol/calls/users'
import type { PurchaseLeft } from './purchases.rules.ts'
import type { Purchase } from './purchases.ts'

/** A purchase in the API's format. */
export const purchaseAnswer = (purchase: Purchase & PurchaseLeft): PodPowerPurchase => ({
  orderId: purchase.orderId,
  drAmount: purchase.drAmount.toString(),
  usdrAmount: purchase.usdrAmount.toString(),
  power: purchase.power.toString(),
  consumed: purchase.consumed.toString(),
  drPrice: purchase.drPrice.toString(),
  at: Number(purchase.at),
  txHash: purchase.txHash,
})
