/**
 * Rereads blocks by itself if a number of the chain shows missing events, and blocks with suspended events,
 * which may not be the chain's.
 */
import type { Logger } from 'pino'
import { readChainNumbers } from '../../platform/chain/chain-numbers.ts'
import type { Database } from '../../platform/database/database.ts'
import { isRetryable } from '../../platform/errors.ts'
import { pause } from '../../platform/pause.ts'
import { readSpans } from '../completeness/record-range.ts'
import type { Blocks, RereadReport } from './reread-blocks.ts'

interface Mender {
  readonly database: Database
  readonly logger: Logger
  reread(blocks: Blocks, options?: { readonly onlyIfChanged: boolean }): Promise<RereadReport>
}

/** Maximum number of blocks with suspended events in one attempt. */
const SUSPENDED_BLOCKS_MAX = 100

/** Milliseconds between two checks for a gap, and between two attempts to fill the same ones. */
const LOOK_MS = 1_000
const BACKOFF_MS = { first: 5_000, max: 300_000 }

/**
 * Blocks that must have the missing events: those after the last one at which the number agreed, as far as
 * they can be read again.
 */
const blocksOfGaps = async (database: Database): Promise<Blocks[]> => {
  const gaps = (await readChainNumbers(database.read)).filter(({ gap }) => gap > 0n)
  const [first] = gaps.map(({ agreed }) => (agreed?.block ?? -1n) + 1n).sort((a, b) => (a < b ? -1 : 1))
  const [last] = gaps.map(({ countedTo }) => countedTo).sort((a, b) => (a > b ? -1 : 1))
  if (first === undefined || last === undefined) return []
  const spans = await readSpans(database.read, { from: first, to: last })
  return spans.map(({ first: from, last: to }) => ({ from, to }))
}

/** Makes one attempt. Returns whether a gap remains. */
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

/** Blocks with suspended events that can be read again. */
const blocksOfSuspense = async ({ read }: Database): Promise<bigint[]> => {
  const { rows } = await read.query<{ block_number: bigint }>({
    text: `SELECT DISTINCT block_number FROM suspense_event s WHERE resolved_at IS NULL
        AND EXISTS (SELECT FROM handled_span h WHERE s.block_number BETWEEN h.first_block AND h.last_block)
      ORDER BY block_number LIMIT $1`,
    values: [SUSPENDED_BLOCKS_MAX],
  })
  return rows.map(({ block_number }) => block_number)
}

/** Makes one attempt; events that are on chain remain for a person. Returns whether any remains. */
const mendSuspense = async ({ database, logger, reread }: Mender): Promise<boolean> => {
  for (const block of await blocksOfSuspense(database)) {
    const report = await reread({ from: block, to: block }, { onlyIfChanged: true })
    if (report.replaced > 0)
      logger.warn({ block: String(block), ...report }, 'a block with events in suspense was read again')
  }
  return (await blocksOfSuspense(database)).length > 0
}

/** Retries at once, then with growing waits, until `signal`. */
const keepTrying = async (
  mend: () => Promise<boolean>,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> => {
  let backoff = BACKOFF_MS.first
  while (!signal.aborted) {
    let remains = false
    try {
      remains = await mend()
    } catch (error) {
      if (signal.aborted) return
      remains = true
      const level = isRetryable(error) ? 'warn' : 'error'
      logger[level]({ err: error }, 'missing events could not be read again, and are tried later')
    }
    await pause(remains ? backoff : LOOK_MS, signal)
    backoff = remains ? Math.min(backoff * 2, BACKOFF_MS.max) : BACKOFF_MS.first
  }
}

/** Fills gaps and checks suspended events, independently, until `signal`. */
export const keepMending = async (mender: Mender, signal: AbortSignal): Promise<void> => {
  const { logger } = mender
  await Promise.all([
    keepTrying(() => mendGaps(mender), logger, signal),
    keepTrying(() => mendSuspense(mender), logger, signal),
  ])
}
