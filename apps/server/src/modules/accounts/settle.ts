import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DividendsModule } from '../dividends/index.ts'
import type { Settle } from '../ledger/index.ts'
import { settlePackages } from '../packages/index.ts'

interface SettleDeps {
  readonly database: Database
  readonly dividends: Pick<DividendsModule, 'bringUpTo'>
}

/**
 * Credits all amounts due to a user: dividends of closed weeks (account 1); matured packages and deposits
 * from before registering (2). Each part runs in its own
 * transaction, so that none holds the locks of another or of the caller. Each locks in one order, like the
 * ticks that credit all users: rows of the module, user counters, holds, then all accounts in id order, by
 * one posting of journals.
 */
export const createSettle =
  ({ database, dividends }: SettleDeps): Settle =>
  async ({ userId, address, vault }) => {
    const { timestamp: now } = await chainNow(database.read)
    if (vault === undefined || vault === 1)
      await database.transaction((tx) => dividends.bringUpTo(tx, userId))
    if (vault === undefined || vault === 2) await settlePackages(database, { userId, address, now })
  }
