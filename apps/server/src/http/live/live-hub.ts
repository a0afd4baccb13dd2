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
import { type FollowedAverages, followAverages } from './follow-averages.ts'
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

interface HubDeps {
  readonly database: Database
  readonly now: WallClock
  readonly logger: Logger
  readonly registry: Registry
  readonly readLivePrices: () => Promise<LivePrices>
}

const nothingOwn = () => undefined

/** Open streams of this process, to which it sends announcements. */
export class LiveHub {
  readonly #deps: HubDeps
  readonly #metrics: ReturnType<typeof liveMetrics>
  readonly #recent = createRecentAnnouncements()
  readonly #streams = createStreamRegistry()
  readonly #blocks = holdBlocks((message) => this.#sendToAll(message, nothingOwn))
  readonly #averages: FollowedAverages
  #disconnectedSince: number | undefined
  #listening: Listening | undefined
  #checking: NodeJS.Timeout | undefined

  constructor(deps: HubDeps) {
    this.#deps = deps
    this.#metrics = liveMetrics(deps.registry)
    this.#averages = followAverages({
      read: deps.readLivePrices,
      send: (message) => this.#sendAverages(message),
      isWatched: () => this.#streams.all.size > 0,
      logger: deps.logger,
    })
  }

  /** Resolves once it listens. */
  async start(): Promise<void> {
    this.#listening = await this.#deps.database.listen({
      onAnnouncements: (batch) => this.#onAnnouncements(batch),
      onGap: (position) => this.#onGap(position),
      onLost: (error) => this.#onLost(error),
    })
    this.#recent.restart(this.#listening.position)
    this.#metrics.listening.set(1)
    this.#checking = setInterval(() => this.#checkStreams(), LOOK_MS)
    this.#checking.unref()
  }

  /** @throws RetryableError while no announcements arrive. */
  requireListening(): void {
    if (this.#isDisconnected())
      throw new NotListeningError('live updates: no announcements from the database')
  }

  /** `lastEventId`: continues after it. `askedAt`: time by which the stream's session was looked up. */
  add(
    stream: OpenStream,
    { lastEventId, askedAt }: { readonly lastEventId: string | undefined; readonly askedAt: number },
  ): void {
    this.#streams.add(stream)
    this.#metrics.streams.set(this.#streams.all.size)
    this.#catchUp(stream, lastEventId)
    // Its session may have ended since it was looked up.
    for (const { topics } of this.#recent.since(askedAt)) this.#endSessions(topics)
  }

  remove(stream: OpenStream, reason: StreamEnd): void {
    if (!this.#streams.remove(stream)) return
    this.#metrics.ended.inc({ reason })
    this.#metrics.streams.set(this.#streams.all.size)
  }

  count(of: Parameters<StreamRegistry['count']>[0]): ReturnType<StreamRegistry['count']> {
    return this.#streams.count(of)
  }

  /** Counts a stream that was refused because all of this process's are open. */
  refused(): void {
    this.#metrics.refused.inc()
  }

  /** Ends all streams, and stops listening. */
  async stop(): Promise<void> {
    clearInterval(this.#checking)
    this.#blocks.drop()
    this.#averages.stop()
    for (const stream of this.#streams.all) this.#end(stream, 'shutdown', 'retry: 1000\n\n')
    await this.#listening?.stop()
  }

  #now(): number {
    return this.#deps.now().getTime()
  }

  #within() {
    const { perStreamMs, minMs, maxMs } = SPREAD
    return { withinMs: Math.min(maxMs, Math.max(minMs, this.#streams.all.size * perStreamMs)) }
  }

  /** Adds the time over which apps spread their requests, to a message after which they read again. */
  #spread(message: LiveMessage): LiveMessage {
    const { release, pools, notices, resync, averages } = message
    const isAskedFor = release || pools || notices || resync || averages === null
    return isAskedFor ? { ...message, ...this.#within() } : message
  }

  #end(stream: OpenStream, reason: StreamEnd, last?: string): void {
    this.remove(stream, reason)
    stream.end(last)
  }

  #endSessions(topics: Topics): void {
    const ended = topics[SESSIONS_ENDED]?.of
    if (!Array.isArray(ended)) return
    for (const id of ended as readonly number[]) {
      for (const stream of this.#streams.ofSession(id)) this.#end(stream, 'session')
    }
  }

  /** Sends one text to all streams, formatted once, except to those with a message of their own. */
  #sendToAll(
    everyone: LiveMessage | undefined,
    ownOfStream: (stream: OpenStream) => LiveMessage | undefined,
  ): void {
    const id = this.#recent.position()
    const common = everyone && this.#spread(everyone)
    const bytes = common && Buffer.from(eventText(id, common))
    for (const stream of this.#streams.all) {
      const own = ownOfStream(stream)
      if (own) stream.send(id, this.#spread(merged(everyone, own) as LiveMessage))
      else if (common) stream.send(id, common, bytes)
    }
  }

  #sendAverages(message: LiveMessage): void {
    // Without averages each app requests them.
    const sent = message.averages ? message : { ...message, ...this.#within() }
    this.#sendToAll(this.#blocks.pass(sent), nothingOwn)
  }

  #onAnnouncements(batch: AnnouncementBatch): void {
    this.#recent.add(batch, this.#now())
    let seen: LiveMessage | undefined
    let tooMany = false
    const owners = new Map<number, LiveMessage | undefined>()
    for (const { topics } of batch.announcements) {
      this.#endSessions(topics)
      const { prices, ...others } = topics
      if (prices) this.#averages.changed(prices.value as LiveMessage['prices'])
      seen = merged(seen, publicOf(others))
      tooMany ||= isOfTooMany(topics)
      for (const [userId, own] of ownersOf(topics)) owners.set(userId, merged(owners.get(userId), { own }))
    }
    const everyone = this.#blocks.pass(seen)
    if (everyone || tooMany) {
      this.#sendToAll(
        everyone,
        ({ owner }) => owner && (tooMany ? { resync: true } : owners.get(owner.userId)),
      )
    } else {
      for (const [userId, own] of owners) {
        const message = merged(this.#blocks.held(), own) as LiveMessage
        for (const stream of this.#streams.ofUser(userId)) stream.send(batch.position, message)
      }
    }
    const oldest = Math.min(...batch.announcements.map(({ writtenAt }) => writtenAt))
    this.#metrics.lag.observe(Math.max(0, this.#now() - oldest) / 1_000)
  }

  #onGap(position: string): void {
    this.#disconnectedSince = undefined
    this.#metrics.listening.set(1)
    this.#deps.logger.info('live updates: announcements arrive again')
    this.#recent.restart(position)
    this.#metrics.resyncs.inc(this.#streams.all.size)
    this.#blocks.drop()
    this.#sendToAll({ resync: true }, nothingOwn)
  }

  #onLost(error: unknown): void {
    this.#disconnectedSince ??= this.#now()
    this.#metrics.listening.set(0)
    this.#deps.logger.warn({ err: error }, 'live updates: no announcements from the database')
  }

  #isDisconnected(): boolean {
    return (
      this.#disconnectedSince !== undefined && this.#now() - this.#disconnectedSince > DISCONNECTED_MAX_MS
    )
  }

  #checkStreams(): void {
    const at = this.#now()
    const disconnected = this.#isDisconnected()
    for (const stream of this.#streams.all) {
      if (disconnected) this.#end(stream, 'not-listening')
      else if (stream.owner && stream.owner.expiresAt.getTime() <= at) this.#end(stream, 'session')
      else if (stream.isStuck(at)) this.#end(stream, 'slow')
      else if (at - stream.lastWriteAt >= LIVE_HEARTBEAT_MS - LOOK_MS) stream.heartbeat()
    }
  }

  /** Sends the announcements that a stream has missed; without a last event id no blocks. */
  #catchUp(stream: OpenStream, lastEventId: string | undefined): void {
    const recent = this.#recent
    const missed =
      lastEventId === undefined ? recent.since(this.#now() - LOOK_BACK_MS) : recent.after(lastEventId)
    if (missed === undefined) {
      this.#metrics.resyncs.inc()
      stream.send(recent.position(), this.#spread({ resync: true }))
      return
    }
    const { owner } = stream
    const publicSince = lastEventId === undefined ? lastingOf : publicOf
    const message = missed.reduce<LiveMessage | undefined>((sum, { topics }) => {
      const own = owner && ownOf(topics, owner.userId)
      return merged(merged(sum, publicSince(topics)), own)
    }, undefined)
    const latest = this.#averages.latest()
    // The app may have read newer ones since; it keeps the newest.
    const all = latest ? { ...message, ...latest } : message
    if (all) stream.send(recent.position(), this.#spread(all))
  }
}
