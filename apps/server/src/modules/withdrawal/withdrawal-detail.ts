import type { Withdrawal } from '@dr/protocol/calls/users'
import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Order, VouchersModule } from '../vouchers/index.ts'

const withdrawalOf = (order: Order): Withdrawal => {
  const amount = String(order.details.amount)
  const burnAmount = String(order.details.burnAmount)
  return {
    orderId: order.id,
    account: 0,
    token: 'DR',
    amount,
    burnAmount,
    received: (BigInt(amount) - BigInt(burnAmount)).toString(),
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    deadline: Number(order.deadline),
    digest: order.digest,
    nonce: order.nonce.toString(),
    contract: order.contract,
    txHash: order.txHash,
    blockNumber: order.blockNumber === null ? null : Number(order.blockNumber),
  }
}

/** A user's withdrawals and what became of them, newest first. */
export const withdrawalDetail = async (
  { reader, vouchers }: { reader: Reader; vouchers: VouchersModule },
  query: { userId: UserId; orderId?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<{ items: Withdrawal[]; nextCursor: string | null }> => {
  const page = await vouchers.listOrders(reader, { ...query, kind: 'withdraw-dr' })
  return { items: page.items.map(withdrawalOf), nextCursor: page.nextCursor }
}
