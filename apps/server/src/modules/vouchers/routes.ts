import { openVouchers } from '@dr/protocol/calls/mining'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import { type Route, route } from '../../platform/route.ts'
import { voucherAnswer } from './order.ts'
import { readableOrders } from './order-row.ts'
import { ordersOfUser } from './store.ts'

/** Far above the maximum of three on each nonce of each contract. */
const OPEN_LIMIT = 100

interface RoutesDeps {
  readonly database: Database
  readonly logger: Logger
}

export const vouchersRoutes = ({ database, logger }: RoutesDeps): Route[] => [
  route(openVouchers, async ({ body, caller }) => {
    const filter = body.orderId === undefined ? { status: 'open' as const } : { orderId: body.orderId }
    const rows = await ordersOfUser(database.read, { userId: caller.userId, ...filter, limit: OPEN_LIMIT })
    return { items: readableOrders(rows, logger).map(voucherAnswer) }
  }),
]
