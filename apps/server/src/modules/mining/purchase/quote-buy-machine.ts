import { isNear } from '@dr/protocol/amounts'
import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { machineCost } from '@dr/protocol/rules/machine-cost'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import { type Price, priceAnswer } from '../../prices/index.ts'
import { isOfKind, type Order, PRICE_REUSE_BPS, requireWalletCanPay } from '../../vouchers/index.ts'
import type { MiningDeps } from '../deps.ts'
import { findProduct, type OfferedProduct } from '../stock/products.ts'
import { reserveStock } from '../stock/stock.ts'

export const pricedLike = (order: Order, { price }: Price): boolean =>
  isNear(BigInt(String(order.typedData.message.DRGVPrice)), price, PRICE_REUSE_BPS)

/** Counts of the open purchase vouchers of a product among `orders`. */
export const countsOf = (orders: readonly Order[], productId: string): number[] =>
  orders
    .filter((order) => isOfKind(order, 'buy-machine'))
    .filter(({ details }) => details.productId === productId)
    .map(({ details }) => details.machineCount)

const receiptOf = (product: OfferedProduct, count: number, cost: ReturnType<typeof machineCost>) => ({
  outgoing: [
    { token: 'USDT', amount: cost.usdtAmount.toString(), from: 'wallet', to: 'treasury' } as const,
    { token: 'DRGV', amount: cost.drgvAmount.toString(), from: 'wallet', to: 'burned' } as const,
  ].filter(({ amount }) => amount !== '0'),
  incoming: [
    {
      kind: 'machines' as const,
      productId: product.productId,
      name: product.name,
      count,
      power: Number(product.power) * count,
      lifeDays: product.lifeDays,
    },
  ],
})

/**
 * Quotes machines: reserves their stock until the voucher's deadline, for a wallet that can pay
 * (docs/product.md 6). More than 100 are split: this voucher is for the first 100, and `remaining` is the
 * number of vouchers to follow. Stock, limit and wallet have to suffice for all of them before the first is
 * signed.
 */
export const quoteBuyMachine = async (
  deps: MiningDeps,
  request: {
    readonly userId: UserId
    readonly account: LowerHex
    readonly productId: string
    readonly machineCount: number
  },
): Promise<Order> => {
  const { database, client, contracts, prices, vouchers } = deps
  const { userId, account, productId, machineCount } = request
  const product = await findProduct(database.read, productId)
  const block = await prices.newestBlock()
  const [base, price] = await Promise.all([
    vouchers.openQuote('buy-machine', { account, block }),
    prices.valuePrice('DRGV', block), // the price that the contract compares with
  ])
  const count = Math.min(machineCount, MACHINE_BATCH_MAX)
  const { drgvShareBps } = product
  const costOf = (machines: number) =>
    machineCost({ price: product.price, drgvShareBps, machineCount: machines, drgvPrice: price.price })
  const cost = costOf(count)
  const whole = costOf(machineCount)
  await requireWalletCanPay(client, {
    account,
    blockNumber: block.number,
    needs: [
      { token: 'USDT', address: contracts.USDT, amount: whole.usdtAmount },
      { token: 'DRGV', address: contracts.DRGV, amount: whole.drgvAmount },
    ],
  })
  const details = {
    productId,
    machineCount: count,
    power: product.power.toString(),
    lifeDays: product.lifeDays,
  }

  return database.transaction(async (tx) => {
    const { order, reused } = await vouchers.issueVoucher(tx, {
      kind: 'buy-machine',
      userId,
      account,
      base,
      fields: () => ({
        usdtAmount: cost.usdtAmount,
        DRGVAmount: cost.drgvAmount,
        DRGVPrice: price.price,
        machineCount: BigInt(count),
      }),
      requestKey: `${productId}:${machineCount}:${product.price}`,
      isReusable: (order) => pricedLike(order, price),
      prices: { DRGV: priceAnswer(price) },
      ...receiptOf(product, count, cost),
      remaining: Math.ceil((machineCount - count) / MACHINE_BATCH_MAX),
      details,
    })
    if (!reused) {
      const open = await vouchers.openOrders(tx, { kind: 'buy-machine', account, nonce: base.nonce })
      const { timestamp: now } = await chainNow(tx)
      const counts = countsOf(open, productId)
      await reserveStock(tx, { userId, productId, nonce: base.nonce, counts, wanted: machineCount, now })
    }
    return order
  })
}
