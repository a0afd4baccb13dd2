import type { Withdrawal } from '@dr/protocol/calls/withdrawal'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { VouchersModule } from '../vouchers/index.ts'
import { termsOf, type WithdrawalOrder } from './order-terms.ts'

const withdrawalOf = (order: WithdrawalOrder, burned: bigint | null): Withdrawal => {
  const { vault, token, amount, burnAmount, burnFree } = termsOf(order)
  return {
    orderId: order.id,
    account: vault,
    token,
    amount: amount.toString(),
    burnAmount: burnAmount.toString(),
    burned: burned === null ? null : burned.toString(),
    burnFree: burnFree.toString(),
    received: (token === 'DR' ? amount - burnAmount : amount).toString(),
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

/** DR actually burned by final withdrawals, by order. */
const burnedOf = async (
  reader: Reader,
  orders: readonly WithdrawalOrder[],
): Promise<Map<string, bigint | null>> => {
  const { rows } = await reader.query<{ order_id: string; burned: bigint | null }>({
    name: 'withdrawal_burned_of',
    text: 'SELECT order_id, burned FROM withdrawal WHERE order_id = ANY($1::uuid[])',
    values: [orders.map(({ id }) => id)],
  })
  return new Map(rows.map(({ order_id, burned }) => [order_id, burned]))
}

/** A user's withdrawals and their outcomes, newest first; optionally of one account. */
export const withdrawalDetail = async (
  deps: { readonly reader: Reader; readonly vouchers: VouchersModule },
  query: {
    readonly userId: UserId
    readonly account?: VaultIndex | undefined
    readonly orderId?: string | undefined
    readonly cursor?: string | undefined
    readonly limit: number
  },
): Promise<{ items: Withdrawal[]; nextCursor: string | null }> => {
  const { reader, vouchers } = deps
  const { account, ...page } = query
  const { items, nextCursor } = await vouchers.listOrders(reader, {
    ...page,
    kind: ['withdraw-dr', 'withdraw-usdt'],
    vault: account,
  })
  const burned = await burnedOf(reader, items)
  return { items: items.map((order) => withdrawalOf(order, burned.get(order.id) ?? null)), nextCursor }
}
