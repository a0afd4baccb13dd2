import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { decodeCursor, type Page, toPage } from '../../platform/pagination.ts'
import type { Order, OrderKind } from './order.ts'
import { ordersOfUser } from './repository.ts'

/** A user's orders of one kind or of several, newest first, or the one of `orderId`; of one contract where it is given. */
export const listOrders = async (
  reader: Reader,
  query: {
    readonly userId: UserId
    readonly kind: OrderKind | readonly OrderKind[]
    readonly contract?: `0x${string}` | undefined
    readonly orderId?: string | undefined
    readonly cursor?: string | undefined
    readonly limit: number
  },
): Promise<Page<Order>> => {
  const { cursor, limit, ...filter } = query
  const before = cursor === undefined ? undefined : decodeCursor(cursor)
  const orders = await ordersOfUser(reader, { ...filter, before, limit: limit + 1 })
  return toPage(orders, { limit, idOf: ({ seq }) => seq, itemOf: (order) => order })
}
