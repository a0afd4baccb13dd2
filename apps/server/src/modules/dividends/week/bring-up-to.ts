import type { Logger } from 'pino'
import { readChainClock } from '../../../platform/chain/chain-clock.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { closeDue, closeWithTheClock } from '../../weeks/index.ts'
import { creditHolder } from './credit-holders.ts'
import type { DividendClosing } from './dividend-closing.ts'

/**
 * Closes the weeks that can be closed, then credits this user's share of them. Used before reading or paying
 * out a deflation account: a week that cannot be closed is logged, and earlier credits remain available.
 */
export const bringUpTo = async (
  tx: Tx,
  { closing, logger }: { readonly closing: DividendClosing; readonly logger: Pick<Logger, 'error'> },
  userId: UserId,
): Promise<void> => {
  const clock = await readChainClock(tx)
  if (clock) await closeWithTheClock(tx, closing, { now: clock.timestamp, logger })
  await creditHolder(tx, closing.firstWeek, userId)
}

/**
 * Like `bringUpTo`, but throws if a week cannot be closed. Used before a pledge, which would otherwise count
 * in a past week.
 */
export const closeAndCredit = async (tx: Tx, closing: DividendClosing, userId: UserId): Promise<void> => {
  await closeDue(tx, closing)
  await creditHolder(tx, closing.firstWeek, userId)
}
