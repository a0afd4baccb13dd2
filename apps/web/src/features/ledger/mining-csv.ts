import type { ElectricityPayment, MachinePurchase } from '@dr/protocol/calls/user-mining'
import { csvAmount, csvText, csvTime } from './csv-text.ts'

const PURCHASE_COLUMNS = [
  'time_utc',
  'product_id',
  'product',
  'machines',
  'power_t_each',
  'usdt_paid',
  'drgv_burned',
  'works_until_utc',
  'order_id',
  'tx_hash',
] as const

/** Purchases of machines as CSV: exact amounts with all decimals. */
export const purchasesCsv = (purchases: readonly MachinePurchase[]): string =>
  csvText(
    PURCHASE_COLUMNS,
    purchases.map((purchase) => [
      csvTime(purchase.at),
      purchase.productId,
      purchase.name,
      String(purchase.machineCount),
      String(purchase.power),
      csvAmount(purchase.usdtPaid),
      csvAmount(purchase.drgvBurned),
      csvTime(purchase.lifeEnd),
      purchase.orderId,
      purchase.txHash,
    ]),
  )

const PAYMENT_COLUMNS = [
  'time_utc',
  'machines',
  'machines_by_product_id',
  'periods_of_30_days',
  'drgv_burned',
  'order_id',
  'tx_hash',
] as const

export const machinesOf = ({ machines }: Pick<ElectricityPayment, 'machines'>): number =>
  machines.reduce((sum, { count }) => sum + count, 0)

/** Payments of electricity as CSV. */
export const paymentsCsv = (payments: readonly ElectricityPayment[]): string =>
  csvText(
    PAYMENT_COLUMNS,
    payments.map((payment) => [
      csvTime(payment.at),
      String(machinesOf(payment)),
      payment.machines.map(({ productId, count }) => `${count} ${productId}`).join(' + '),
      String(payment.periods),
      csvAmount(payment.drgvBurned),
      payment.orderId,
      payment.txHash,
    ]),
  )
