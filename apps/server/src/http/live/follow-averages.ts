/**
 * The prices that an app shows, sent to all when they have changed (ADR 0045): on a busy market that is with
 * every block, and apps that asked for them would each ask as often.
 */
import type { LiveMessage } from '@dr/protocol/live'
import type { Logger } from 'pino'
import { isUnpriced } from '../../modules/prices/index.ts'

export type PriceAverages = NonNullable<LiveMessage['averages']>

/** However fast pools are traded, the chain is asked once in so long by each process. */
const EVERY_MS = 1_000
/** An average moves on after the last trade, until its window has passed: 30 minutes and their slack. */
const MOVING_EVERY_MS = 15_000
const MOVING_MS = 45 * 60_000

export interface FollowedAverages {
  /** A pool was traded. */
  changed(): void
  /** What was read since the last trade, a moment ago; undefined: nothing was. */
  latest(): PriceAverages | null | undefined
  stop(): void
}

export interface AveragesDeps {
  readonly read: () => Promise<PriceAverages>
  /** Null: the oracle has none now. */
  readonly send: (averages: PriceAverages | null) => void
  /** Whether a stream is open. */
  readonly isWatched: () => boolean
  readonly logger: Pick<Logger, 'warn'>
}

/** What is shown of them: without the block they were read at, which is always another. */
const shownOf = (averages: PriceAverages | null): string =>
  JSON.stringify(averages && Object.entries(averages).map(([token, { price }]) => [token, price]))

export const followAverages = ({ read, send, isWatched, logger }: AveragesDeps): FollowedAverages => {
  let timer: NodeJS.Timeout | undefined
  let isReading = false
  let isStopped = false
  /** Traded since the last look began. */
  let isDue = false
  let startedAt = Number.NEGATIVE_INFINITY
  let changedAt = Number.NEGATIVE_INFINITY
  let readAt = Number.NEGATIVE_INFINITY
  let found: PriceAverages | null | undefined

  /** Undefined: the chain could not be asked, which says nothing of the price. */
  const readOrNull = async (): Promise<PriceAverages | null | undefined> => {
    try {
      return await read()
    } catch (error) {
      if (isUnpriced(error)) return null
      logger.warn({ reason: String(error) }, 'live updates: the averages could not be read')
      return undefined
    }
  }

  const look = async (): Promise<void> => {
    startedAt = performance.now()
    isDue = false
    isReading = true
    const averages = isWatched() ? await readOrNull() : undefined
    isReading = false
    if (isStopped) return
    if (averages !== undefined) {
      const isNew = found === undefined || shownOf(averages) !== shownOf(found)
      found = averages
      readAt = startedAt
      if (isNew) send(averages)
    }
    if (isDue) lookIn(EVERY_MS)
    else if (startedAt - changedAt < MOVING_MS) lookIn(MOVING_EVERY_MS)
  }

  /** `ms` after the last look began. */
  const lookIn = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void look(), Math.max(0, startedAt + ms - performance.now())).unref()
  }

  return {
    changed: () => {
      changedAt = performance.now()
      isDue = true
      if (!(isReading || isStopped)) lookIn(EVERY_MS)
    },
    latest: () =>
      readAt >= changedAt && performance.now() - readAt < 2 * MOVING_EVERY_MS ? found : undefined,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
