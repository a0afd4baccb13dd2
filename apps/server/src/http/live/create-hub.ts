/**
 * Fan-out of the database's announcements to this process's open streams (ADR 0045). A batch of announcements
 * becomes one message for each stream; the common part is formatted once.
 */
import { LIVE_HEARTBEAT_MS, type LiveMessage, type LivePrices } from '@dr/protocol/live'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { SESSIONS_ENDED } from '../../modules/users/index.ts'
import type { WallClock } from '../../platform/clock.ts'
import type {
  AnnouncementBatch,
  Listening,
  Topics,
} from '../../platform/database/announcements/announcements.ts'
import type { Database } from '../../platform/database/database.ts'
import { RetryableError } from '../../platform/errors.ts'
import { followAverages } from './follow-averages.ts'
import { holdBlocks } from './hold-blocks.ts'
import { eventText, isOfTooMany, lastingOf, merged, ownersOf, ownOf, publicOf } from './messages.rules.ts'
import { liveMetrics } from './metrics.ts'
import type { OpenStream, StreamEnd } from './open-stream.ts'
import { createRecentAnnouncements } from './recent-announcements.ts'
import { createStreamRegistry, type StreamRegistry } from './stream-registry.ts'

const LOOK_MS = 1_000
/**
 * An app reads its data, then opens its first stream, which has no last event id: changes within this time
 * before are sent to it.
 */
const LOOK_BACK_MS = 30_000
/**
 * Time over which apps spread their requests after a message that makes all of them ask, for each open
 * stream, within these bounds.
 */
const SPREAD = { perStreamMs: 10, minMs: 1_000, maxMs: 120_000 }
/** Time without a listening connection after which streams are ended: their apps poll. */
const DISCONNECTED_MAX_MS = 15_000

/** No announcements arrive from the database: a stream would get nothing. */
class NotListeningError extends RetryableError {}

export interface LiveHub {
  /** Resolves once it listens. */
  start(): Promise<void>
  /** @throws RetryableError while no announcements arrive. */
  requireListening(): void
  /** `lastEventId`: continues after it. `askedAt`: time by which the stream's session was looked up. */
  add(stream: OpenStream, from: { readonly lastEventId: string | undefined; readonly askedAt: number }): void
  remove(stream: OpenStream, reason: StreamEnd): void
  count: StreamRegistry['count']
  /** Counts a stream that was refused at this process's maximum. */
  refused(): void
  /** Ends all streams, and stops listening. */
  stop(): Promise<void>
}

export const createLiveHub = (deps: {
  readonly database: Database
  readonly now: WallClock
  readonly logger: Logger
  readonly registry: Registry
  readonly readLivePrices: () => Promise<LivePrices>
}): LiveHub => {
  const { database, logger } = deps
  const now = () => deps.now().getTime()
  const metrics = liveMetrics(deps.registry)
  const recent = createRecentAnnouncements()
  const streams = createStreamRegistry()
  let disconnectedSince: number | undefined
  let listening: Listening | undefined
  let looking: NodeJS.Timeout | undefined

  const within = () => {
    const { perStreamMs, minMs, maxMs } = SPREAD
    return { withinMs: Math.min(maxMs, Math.max(minMs, streams.all.size * perStreamMs)) }
  }

  const spread = (message: LiveMessage): LiveMessage => {
    const { release, pools, notices, resync, averages } = message
    const isAskedFor = release || pools || notices || resync || averages === null
    return isAskedFor ? { ...message, ...within() } : message
  }

  const remove = (stream: OpenStream, reason: StreamEnd): void => {
    if (!streams.remove(stream)) return
    metrics.ended.inc({ reason })
    metrics.streams.set(streams.all.size)
  }

  const end = (stream: OpenStream, reason: StreamEnd, last?: string): void => {
    remove(stream, reason)
    stream.end(last)
  }

  const endSessions = (topics: Topics): void => {
    const ended = topics[SESSIONS_ENDED]?.of
    if (!Array.isArray(ended)) return
    for (const id of ended as readonly number[]) {
      for (const stream of streams.ofSession(id)) end(stream, 'session')
    }
  }

  /** Sends the same text to all streams, except to those with a message of their own. */
  const sendToAll = (
    everyone: LiveMessage | undefined,
    ownOfStream: (stream: OpenStream) => LiveMessage | undefined,
  ) => {
    const id = recent.position()
    const common = everyone && spread(everyone)
    const bytes = common && Buffer.from(eventText(id, common))
    for (const stream of streams.all) {
      const own = ownOfStream(stream)
      if (own) stream.send(id, spread(merged(everyone, own) as LiveMessage))
      else if (common) stream.send(id, common, bytes)
    }
  }

  const blocks = holdBlocks((message) => sendToAll(message, () => undefined))

  const averages = followAverages({
    read: deps.readLivePrices,
    // Without averages each app requests them.
    send: (message) =>
      sendToAll(blocks.pass(message.averages ? message : { ...message, ...within() }), () => undefined),
    isWatched: () => streams.all.size > 0,
    logger,
  })

  const onAnnouncements = (batch: AnnouncementBatch): void => {
    recent.add(batch, now())
    let seen: LiveMessage | undefined
    let tooMany = false
    const owners = new Map<number, LiveMessage | undefined>()
    for (const { topics } of batch.announcements) {
      endSessions(topics)
      const { prices, ...others } = topics
      if (prices) averages.changed(prices.value as LiveMessage['prices'])
      seen = merged(seen, publicOf(others))
      tooMany ||= isOfTooMany(topics)
      for (const [userId, own] of ownersOf(topics)) owners.set(userId, merged(owners.get(userId), { own }))
    }
    const everyone = blocks.pass(seen)
    if (everyone || tooMany) {
      sendToAll(everyone, ({ owner }) => owner && (tooMany ? { resync: true } : owners.get(owner.userId)))
    } else {
      for (const [userId, own] of owners) {
        const message = merged(blocks.held(), own) as LiveMessage
        for (const stream of streams.ofUser(userId)) stream.send(batch.position, message)
      }
    }
    const oldest = Math.min(...batch.announcements.map(({ writtenAt }) => writtenAt))
    metrics.lag.observe(Math.max(0, now() - oldest) / 1_000)
  }

  const onGap = (position: string): void => {
    disconnectedSince = undefined
    metrics.listening.set(1)
    logger.info('live updates: announcements arrive again')
    recent.restart(position)
    metrics.resyncs.inc(streams.all.size)
    blocks.drop()
    sendToAll({ resync: true }, () => undefined)
  }

  const onLost = (error: unknown): void => {
    disconnectedSince ??= now()
    metrics.listening.set(0)
    logger.warn({ err: error }, 'live updates: no announcements from the database')
  }

  const isDisconnected = (): boolean =>
    disconnectedSince !== undefined && now() - disconnectedSince > DISCONNECTED_MAX_MS

  const checkStreams = (): void => {
    const at = now()
    const disconnected = isDisconnected()
    for (const stream of streams.all) {
      if (disconnected) end(stream, 'not-listening')
      else if (stream.owner && stream.owner.expiresAt.getTime() <= at) end(stream, 'session')
      else if (stream.isStuck(at)) end(stream, 'slow')
      else if (at - stream.lastWriteAt >= LIVE_HEARTBEAT_MS - LOOK_MS) stream.heartbeat()
    }
  }

  /** Sends the changes that the stream has missed; without a last event id no blocks. */
  const catchUp = (stream: OpenStream, lastEventId: string | undefined): void => {
    const missed = lastEventId === undefined ? recent.since(now() - LOOK_BACK_MS) : recent.after(lastEventId)
    if (missed === undefined) {
      metrics.resyncs.inc()
      stream.send(recent.position(), spread({ resync: true }))
      return
    }
    const { owner } = stream
    const publicSince = lastEventId === undefined ? lastingOf : publicOf
    const message = missed.reduce<LiveMessage | undefined>((sum, { topics }) => {
      const own = owner && ownOf(topics, owner.userId)
      return merged(merged(sum, publicSince(topics)), own)
    }, undefined)
    const latest = averages.latest()
    // Sent even if the stream has read it since: an app keeps the newer value.
    const all = latest ? { ...message, ...latest } : message
    if (all) stream.send(recent.position(), spread(all))
  }

  return {
    start: async () => {
      listening = await database.listen({ onAnnouncements, onGap, onLost })
      recent.restart(listening.position)
      metrics.listening.set(1)
      looking = setInterval(checkStreams, LOOK_MS)
      looking.unref()
    },
    requireListening: () => {
      if (isDisconnected()) throw new NotListeningError('live updates: no announcements from the database')
    },
    add: (stream, { lastEventId, askedAt }) => {
      streams.add(stream)
      metrics.streams.set(streams.all.size)
      catchUp(stream, lastEventId)
      // Its session may have ended since it was looked up.
      for (const { topics } of recent.since(askedAt)) endSessions(topics)
    },
    remove,
    count: streams.count,
    refused: () => metrics.refused.inc(),
    stop: async () => {
      clearInterval(looking)
      blocks.drop()
      averages.stop()
      for (const stream of streams.all) end(stream, 'shutdown', 'retry: 1000\n\n')
      await listening?.stop()
    },
  }
}
