import type { Logger } from 'pino'
import { readChainClock } from '../../platform/chain-clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { type CloseDeps, closeDue, closeWithTheClock } from './close-due.ts'
import { creditHolder } from './credit-holders.ts'

/**
 * Closes what can be closed, then credits what the closed weeks paid this user. Before what only reads or pays out a
 * deflation account: a week that cannot be closed is logged, and keeps nobody from what was credited before it.
 */
export const bringUpTo = async (
  tx: Tx,
  deps: CloseDeps & { readonly logger: Pick<Logger, 'error'> },
  userId: UserId,
): Promise<void> => {
  const clock = await readChainClock(tx)
  if (clock) await closeWithTheClock(tx, deps, { now: clock.timestamp, logger: deps.logger })
  await creditHolder(tx, deps.firstWeek, userId)
}

/**
 * The same where all weeks that are over must be closed: before a pledge, which would otherwise count in a week that has
 * passed. Throws what keeps a week from being closed.
 */
export const closeAndCredit = async (tx: Tx, deps: CloseDeps, userId: UserId): Promise<void> => {
  await closeDue(tx, deps)
  await creditHolder(tx, deps.firstWeek, userId)
}
