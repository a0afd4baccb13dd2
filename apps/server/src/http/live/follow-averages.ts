/**
 * The prices that an app shows, sent to all when they have changed (ADR 0045): on a busy market they change
 * with every block, and each app would request them as often.
 */
import type { LiveMessage, LivePrices } from '@dr/protocol/live'
import { PRICED_TOKENS } from '@dr/protocol/tokens'
import type { Logger } from 'pino'
import { isUnpriced } from '../../modules/prices/index.ts'

/** Minimum interval between two requests to the chain by each process, however fast pools are traded. */
const EVERY_MS = 1_000
/** An average still moves after the last trade, until its window has passed: 30 minutes with some slack. */
const MOVING_EVERY_MS = 15_000
const MOVING_MS = 45 * 60_000
/** Between trades a price is sent when it has moved by one part in this: smaller changes are invisible. */
const SEEN = 100_000n

type Prices = LiveMessage['prices']

export interface FollowedAverages {
  /** A pool was traded, with these new prices. */
  changed(prices: Prices): void
  /** Prices read since the last trade, a moment ago; undefined if there are none. */
  latest(): LivePrices | null | undefined
  stop(): void
}

export interface AveragesDeps {
  readonly read: () => Promise<LivePrices>
  /**
   * Sends the pools' prices, if they were traded. `averages`: null if the oracle has none now, absent if it
   * still has none or the chain could not be asked.
   */
  readonly send: (message: Pick<LiveMessage, 'prices' | 'averages' | 'exchange'>) => void
  /** Whether a stream is open. */
  readonly isWatched: () => boolean
  readonly logger: Pick<Logger, 'warn'>
}

const hasMoved = (before: LivePrices['averages'], after: LivePrices['averages']): boolean =>
  PRICED_TOKENS.some((token) => {
    const [from, to] = [before[token], after[token]].map((one) => one && BigInt(one.price))
    if (from === undefined || to === undefined) return from !== to
    return (to > from ? to - from : from - to) * SEEN >= from
  })

export const followAverages = (deps: AveragesDeps): FollowedAverages => {
  const { send, isWatched, logger } = deps
  let timer: NodeJS.Timeout | undefined
  let isReading = false
  let isStopped = false
  /** Prices of trades since the last reading began. */
  let waiting: Prices
  let startedAt = Number.NEGATIVE_INFINITY
  let changedAt = Number.NEGATIVE_INFINITY
  let readAt = Number.NEGATIVE_INFINITY
  let found: LivePrices | null | undefined
  let sent: LivePrices | null | undefined

  /** Null without a price; undefined if the chain could not be asked, which says nothing about the price. */
  const readOrNull = async (): Promise<LivePrices | null | undefined> => {
    try {
      return await deps.read()
    } catch (error) {
      if (isUnpriced(error)) return null
      logger.warn({ reason: String(error) }, 'live updates: the averages could not be read')
      return undefined
    }
  }

  const poll = async (): Promise<void> => {
    startedAt = performance.now()
    const prices = waiting
    waiting = undefined
    isReading = true
    const isRead = isWatched()
    const read = isRead ? await readOrNull() : undefined
    isReading = false
    if (isStopped) return
    const isNew = read ? !sent || hasMoved(sent.averages, read.averages) : read === null && sent !== null
    if (read !== undefined) {
      found = read
      readAt = startedAt
    }
    if (isRead && (prices || isNew)) {
      if (read !== undefined) sent = read
      send({ ...(prices && { prices }), ...(read ?? (read === null && isNew && { averages: null })) })
    }
    if (waiting) pollIn(EVERY_MS)
    else if (startedAt - changedAt < MOVING_MS) pollIn(MOVING_EVERY_MS)
  }

  /** Schedules a reading `ms` after the last one began. */
  const pollIn = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void poll(), Math.max(0, startedAt + ms - performance.now())).unref()
  }

  return {
    changed: (prices) => {
      changedAt = performance.now()
      waiting = { ...waiting, ...prices }
      if (!(isReading || isStopped)) pollIn(EVERY_MS)
    },
    latest: () =>
      readAt >= changedAt && performance.now() - readAt < 2 * MOVING_EVERY_MS ? found : undefined,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
