import type { Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import { decodeCursor, type Page, toPage } from '../../platform/pagination.ts'
import { isOfKind, type OrderKind, type OrderOf } from './order.ts'
import { ordersOfUser } from './store.ts'

export interface OrdersQuery<Kind extends OrderKind> {
  readonly userId: UserId
  readonly kind: Kind | readonly Kind[]
  readonly contract?: LowerHex | undefined
  readonly orderId?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/**
 * A user's orders of one kind or of several, newest first, or the one of `orderId`; optionally of one
 * contract.
 */
export const listOrders = async <Kind extends OrderKind>(
  reader: Reader,
  query: OrdersQuery<Kind>,
): Promise<Page<OrderOf<Kind>>> => {
  const { cursor, limit, ...filter } = query
  const kinds = [filter.kind].flat() as readonly Kind[]
  const before = cursor === undefined ? undefined : decodeCursor(cursor)
  const orders = await ordersOfUser(reader, { ...filter, before, limit: limit + 1 })
  const matching = orders.filter((order): order is OrderOf<Kind> =>
    kinds.some((kind) => isOfKind(order, kind)),
  )
  return toPage(matching, { limit, idOf: ({ seq }) => seq, itemOf: (order) => order })
}
