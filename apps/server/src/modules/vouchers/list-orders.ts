import type { Logger } from 'pino'
import type { Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import { decodeCursor, type Page, toPage } from '../../platform/pagination.ts'
import type { OrderKind, OrderOf } from './order.ts'
import { readableOrders } from './order-row.ts'
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
  logger: Logger,
  query: OrdersQuery<Kind>,
): Promise<Page<OrderOf<Kind>>> => {
  const { cursor, limit, ...filter } = query
  const before = cursor === undefined ? undefined : decodeCursor(cursor)
  const rows = await ordersOfUser(reader, { ...filter, before, limit: limit + 1 })
  const page = toPage(rows, { limit, idOf: ({ seq }) => seq, itemOf: (row) => row })
  return { ...page, items: readableOrders(page.items, logger) as OrderOf<Kind>[] }
}
