import { setTimeout as delay } from 'node:timers/promises'
import { readChainClock } from '../platform/chain-clock.ts'
import type { Foundation } from './compose-modules.ts'

const POLL_MS = 100

/** Resolves when what is final now has been processed, by this process or by another that leads. */
export const waitUntilCaughtUp = async ({ client, database }: Pick<Foundation, 'client' | 'database'>) => {
  const { number } = await client.getBlock({ blockTag: 'finalized' })
  for (;;) {
    const clock = await readChainClock(database.read)
    if (clock && clock.blockNumber >= number) return
    await delay(POLL_MS)
  }
}
