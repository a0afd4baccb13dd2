/**
 * The prices that an app shows, sent to all when they have changed (ADR 0045): on a busy market that is with
 * every block, and apps that asked for them would each ask as often.
 */
import type { LiveMessage, LivePrices } from '@dr/protocol/live'
import { PRICED_TOKENS } from '@dr/protocol/tokens'
import type { Logger } from 'pino'
import { isUnpriced } from '../../modules/prices/index.ts'

/** However fast pools are traded, the chain is asked once in so long by each process. */
const EVERY_MS = 1_000
/** An average moves on after the last trade, until its window has passed: 30 minutes and their slack. */
const MOVING_EVERY_MS = 15_000
const MOVING_MS = 45 * 60_000
/** Between trades a price is sent when it has moved by this share of it: less is not seen. */
const SEEN = 100_000n

type Prices = LiveMessage['prices']

export interface FollowedAverages {
  /** A pool was traded, and has these prices now. */
  changed(prices: Prices): void
  /** What was read since the last trade, a moment ago; undefined: nothing was. */
  latest(): LivePrices | null | undefined
  stop(): void
}

export interface AveragesDeps {
  readonly read: () => Promise<LivePrices>
  /**
   * With the pools' prices, if they were traded. `averages`: null where the oracle has none now, absent where
   * it still has none or the chain could not be asked.
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
  /** Of trades since the last look began. */
  let waiting: Prices
  let startedAt = Number.NEGATIVE_INFINITY
  let changedAt = Number.NEGATIVE_INFINITY
  let readAt = Number.NEGATIVE_INFINITY
  let found: LivePrices | null | undefined
  let sent: LivePrices | null | undefined

  /** Undefined: the chain could not be asked, which says nothing of the price. */
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

  /** `ms` after the last look began. */
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
