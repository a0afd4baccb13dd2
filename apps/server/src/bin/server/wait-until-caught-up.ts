import { setTimeout as delay } from 'node:timers/promises'
import { readChainClock } from '../../platform/chain/chain-clock.ts'
import { isRetryable } from '../../platform/errors.ts'
import type { Foundation } from '../foundation.ts'

const POLL_MS = 100

/** Undefined if no endpoint answers. */
const finalizedNow = async ({
  client,
  logger,
}: Pick<Foundation, 'client' | 'logger'>): Promise<bigint | undefined> => {
  try {
    return (await client.getBlock({ blockTag: 'finalized' })).number
  } catch (error) {
    if (!isRetryable(error)) throw error
    logger.warn({ err: error }, 'no RPC endpoint answers: the server starts with what the database has')
    return undefined
  }
}

/**
 * Resolves when all blocks that are final now are processed, by this process or by another leader; at once if
 * no node answers.
 */
export const waitUntilCaughtUp = async (
  foundation: Pick<Foundation, 'client' | 'database' | 'logger'>,
): Promise<void> => {
  const number = await finalizedNow(foundation)
  for (;;) {
    const clock = await readChainClock(foundation.database.read)
    if (number === undefined || (clock && clock.blockNumber >= number)) return
    await delay(POLL_MS)
  }
}
