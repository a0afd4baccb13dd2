/** Reads blocks again by itself where a number of the chain says that events are missing. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { readChainNumbers } from '../../platform/chain/chain-numbers.ts'
import type { Database } from '../../platform/database/database.ts'
import { isRetryable } from '../../platform/errors.ts'
import { readSpans } from '../completeness/record-range.ts'
import type { Blocks, RereadReport } from './reread-blocks.ts'

interface Mender {
  readonly database: Database
  readonly logger: Logger
  reread(blocks: Blocks): Promise<RereadReport>
}

/** Milliseconds between two looks for a gap, and between two tries to mend the same ones. */
const LOOK_MS = 1_000
const BACKOFF_MS = { first: 5_000, max: 300_000 }

/**
 * Blocks in which the missing events must be: after the last one at which the number agreed, of those that
 * can be read again.
 */
const blocksOfGaps = async (database: Database): Promise<Blocks[]> => {
  const gaps = (await readChainNumbers(database.read)).filter(({ gap }) => gap > 0n)
  const [first] = gaps.map(({ agreed }) => (agreed?.block ?? -1n) + 1n).sort((a, b) => (a < b ? -1 : 1))
  const [last] = gaps.map(({ countedTo }) => countedTo).sort((a, b) => (a > b ? -1 : 1))
  if (first === undefined || last === undefined) return []
  const spans = await readSpans(database.read, { from: first, to: last })
  return spans.map(({ first: from, last: to }) => ({ from, to }))
}

/** One try. Whether a gap remains. */
export const mendGaps = async ({ database, logger, reread }: Mender): Promise<boolean> => {
  for (const blocks of await blocksOfGaps(database)) {
    const report = await reread(blocks)
    const { from, to } = blocks
    logger.warn(
      { from: String(from), to: String(to), ...report },
      'blocks with missing events were read again',
    )
  }
  return (await blocksOfGaps(database)).length > 0
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal }).catch(() => undefined) // an aborted wait: the loop ends

/** Mends at once, then with growing waits, until `signal`. */
export const keepMending = async (mender: Mender, signal: AbortSignal): Promise<void> => {
  let backoff = BACKOFF_MS.first
  while (!signal.aborted) {
    let remains = false
    try {
      remains = await mendGaps(mender)
    } catch (error) {
      if (signal.aborted) return
      remains = true
      const level = isRetryable(error) ? 'warn' : 'error'
      mender.logger[level]({ err: error }, 'missing events could not be read again, and are tried later')
    }
    await pause(remains ? backoff : LOOK_MS, signal)
    backoff = remains ? Math.min(backoff * 2, BACKOFF_MS.max) : BACKOFF_MS.first
  }
}
