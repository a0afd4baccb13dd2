import { lifeEndOf } from '@dr/protocol/rules/paid-until'
import type { ChainEvent } from '../../../platform/chain/chain-events.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { FatalError } from '../../../platform/errors.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { burnedActivity, recordActivity } from '../../activity/index.ts'
import type { VouchersModule } from '../../vouchers/index.ts'
import { addToTotals } from '../pool/totals.ts'
import { sellStock } from '../stock/stock.ts'

const OFFSET_BITS = 7n
/** Number of a machine's purchase. */
export const purchaseOf = (machineId: bigint): bigint => machineId >> OFFSET_BITS

/** The purchase differs from its order. */
class PurchaseMismatchError extends FatalError {}

export interface MachinesBought {
  readonly account: LowerHex
  readonly nonce: bigint
  readonly digest: LowerHex
  readonly firstMachineId: bigint
  readonly machineCount: bigint
  readonly usdtAmount: bigint
  readonly DRGVAmount: bigint
}

/**
 * Records a final purchase: the machines of its order belong to the user. A sale funds no reward: no journal.
 */
export const recordMachinesBought = async (
  tx: Tx,
  vouchers: VouchersModule,
  event: ChainEvent<MachinesBought>,
): Promise<void> => {
  const order = await vouchers.resolveByDigest(tx, { kind: 'buy-machine', event })
  const { productId, machineCount, power, lifeDays } = order.details
  const { firstMachineId, DRGVAmount } = event.args
  if (BigInt(machineCount) !== event.args.machineCount) {
    throw new PurchaseMismatchError(`order ${order.id} is for ${machineCount} machines`)
  }
  const purchaseId = purchaseOf(firstMachineId)
  await tx.query({
    name: 'mining_purchase_insert',
    text: `INSERT INTO mining_purchase
        (id, user_id, order_id, product_id, machine_count, power, bought_at, life_end, tx_hash, usdt_paid,
        drgv_burned)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      purchaseId,
      order.userId,
      order.id,
      productId,
      machineCount,
      BigInt(power),
      event.blockTimestamp,
      BigInt(lifeEndOf(Number(event.blockTimestamp), lifeDays)),
      event.txHash,
      event.args.usdtAmount,
      DRGVAmount,
    ],
  })
  await tx.query({
    name: 'mining_machines_insert',
    text: `INSERT INTO mining_machine (id, purchase_id, user_id)
      SELECT $1::bigint + n, $2, $3 FROM generate_series(0, $4::int - 1) AS n`,
    values: [firstMachineId, purchaseId, order.userId, machineCount],
  })
  await addToTotals(tx, { machines: BigInt(machineCount), drgvBurned: DRGVAmount, electricity: 0n })
  await recordActivity(tx, [
    burnedActivity({
      userId: order.userId,
      at: event.blockTimestamp,
      amount: DRGVAmount,
      price: order.prices.DRGV,
    }),
  ])
  await tx.announce({ topic: 'machines', of: [order.userId] })
  await sellStock(tx, { userId: order.userId, productId, nonce: order.nonce, count: machineCount })
}
