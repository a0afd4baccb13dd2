import type { ChainEvent } from '../../platform/chain/chain-events.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import type { ReleaseHook } from '../vouchers/index.ts'
import { accruedOf } from './collect/accrued-of.ts'
import { accruedOfMany } from './collect/accrued-of-many.ts'
import { collectAll } from './collect/collect-mining.ts'
import type { MiningDeps } from './deps.ts'
import type { MachinesActivated } from './electricity/record-activation.ts'
import { recordRenewal } from './electricity/record-renewal.ts'
import { type MiningOverview, miningOverview } from './figures/mining-overview.ts'
import { createSettledPurchases, miningHandlers, miningNumbers } from './handlers.ts'
import { releaseTick } from './pool/release-tick.ts'
import { countsOf } from './purchase/quote-buy-machine.ts'
import { miningRoutes } from './routes.ts'
import { DEFAULT_PRODUCTS, seedProducts } from './stock/seed-products.ts'
import { freeStock } from './stock/stock.ts'

export interface MiningModule extends ModuleParts {
  /** Updates the products for sale to the configuration; idempotent. */
  seed(tx: Tx): Promise<void>
  /** Public figures: network power, machines, emission and burned amounts. */
  overview(reader: Reader): Promise<MiningOverview>
  /** DR that a user's machines have earned, funded and not collected, base units. */
  accruedOf(reader: Reader, userId: UserId): Promise<bigint>
  /** The same of many users, inside a transaction that reads one state; null: it cannot be computed. */
  accruedOfMany(reader: Reader, userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, bigint | null>>
  /** Collects all that a user has accrued, whatever the hourly limit: for a claim on chain. */
  collectAll(tx: Tx, userId: UserId): Promise<void>
  /** Books electricity that was paid by a voucher in no order: by owner, as a payment without a voucher. */
  recordActivationWithoutOrder(tx: Tx, event: ChainEvent<MachinesActivated>): Promise<void>
}

/**
 * Frees the stock of a purchase voucher that ended unused, unless another open one on the same nonce still
 * needs it.
 */
const freeStockOf =
  ({ vouchers }: MiningDeps): ReleaseHook<'buy-machine'> =>
  async (tx, { order, at }) => {
    const { account, nonce, userId } = order
    const { productId } = order.details
    const open = await vouchers.openOrders(tx, { kind: 'buy-machine', account, nonce })
    const now = BigInt(at.getTime()) / 1000n
    await freeStock(tx, { userId, productId, nonce, counts: countsOf(open, productId), now })
  }

export const createMiningModule = (deps: MiningDeps): MiningModule => {
  deps.vouchers.onRelease('buy-machine', freeStockOf(deps))
  return {
    seed: (tx) => seedProducts(tx, deps.products ?? DEFAULT_PRODUCTS),
    overview: (reader) => miningOverview(reader, deps),
    accruedOf: (reader, userId) => accruedOf(reader, { userId, startTime: deps.startTime }),
    accruedOfMany: (reader, userIds) => accruedOfMany(reader, { userIds, startTime: deps.startTime }),
    collectAll: (tx, userId) => collectAll(tx, { userId, startTime: deps.startTime }),
    recordActivationWithoutOrder: (tx, event) => {
      const { account, machineIDs, Period: periods, DRGVAmount, DRGVPrice } = event.args
      const settledPurchases = createSettledPurchases(deps.settledLogs)
      return recordRenewal(
        tx,
        { startTime: deps.startTime, settledPurchases },
        { ...event, args: { account, machineIDs, periods, DRGVAmount, DRGVPrice } },
      )
    },
    routes: miningRoutes(deps),
    eventHandlers: miningHandlers(deps),
    chainNumbers: miningNumbers(deps.contracts),
    advanceHooks: [],
    ticks: deps.keeper ? [releaseTick(deps, deps.keeper)] : [],
  }
}
