import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DividendsModule } from '../dividends/index.ts'
import type { Settle } from '../ledger/index.ts'
import { settlePackages } from '../packages/index.ts'
import { settleTransfers } from '../transfers/index.ts'

interface SettleDeps {
  readonly database: Database
  readonly dividends: Pick<DividendsModule, 'bringUpTo'>
}

/**
 * All that may be due to a user and is not in their balance yet: dividends of closed weeks (account 1);
 * packages that matured and deposits made before registering (2); transfers whose waiting time is over
 * (any account).
 *
 * Each is a transaction of its own, and so is the whole: none holds locks that another one, or the caller,
 * has taken. Within each there is one order, which the ticks that credit all users keep too: rows of the
 * module, user counters, holds, then every account at once, by one posting of journals, which locks them in
 * id order.
 */
export const createSettle =
  ({ database, dividends }: SettleDeps): Settle =>
  async ({ userId, address, vault }) => {
    const { timestamp: now } = await chainNow(database.read)
    if (vault === undefined || vault === 1)
      await database.transaction((tx) => dividends.bringUpTo(tx, userId))
    if (vault === undefined || vault === 2) await settlePackages(database, { userId, address, now })
    await settleTransfers(database, { userId, now })
  }
