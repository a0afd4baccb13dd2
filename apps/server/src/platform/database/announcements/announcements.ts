/**
 * Announcements of a transaction to every process on the database (ADR 0045): collected while it runs, and
 * written by it as one row of `announcement`, so with its commit. Every listener receives each announcement
 * exactly once; the order of concurrent transactions may differ. So a position is a snapshot: everything
 * visible in it was received.
 */

/** One change. */
export interface Change {
  readonly topic: string
  /** Ids that changed; undefined: all. */
  readonly of?: readonly number[]
  /**
   * Public data of the topic; the fields of several changes in one transaction are merged, the last one wins.
   */
  readonly value?: Readonly<Record<string, string | number>>
}

/** Announcement of one transaction about a topic. */
export interface Announced {
  /** `all`: too many to name. */
  readonly of?: readonly number[] | 'all'
  readonly value?: Readonly<Record<string, string | number>>
}

export type Topics = Readonly<Record<string, Announced>>

export interface Announcement {
  /** Id of the transaction. */
  readonly xid: number
  /** Time of writing, right before the commit, by the database's clock: milliseconds since 1970. */
  readonly writtenAt: number
  readonly topics: Topics
}

/** Announcements that became visible between two readings. */
export interface AnnouncementBatch {
  /** A snapshot in PostgreSQL's format: `xmin:xmax:xip,…`. */
  readonly position: string
  readonly announcements: readonly Announcement[]
}

export interface AnnouncementListener {
  onAnnouncements(batch: AnnouncementBatch): void
  /** The connection was lost. */
  onLost(error: unknown): void
  /** Connected again, at `position`: some announcements before it may have been missed. */
  onGap(position: string): void
}

export interface Listening {
  /** Announcements after it are delivered. */
  readonly position: string
  stop(): Promise<void>
}

/** With more ids than this a transaction announces `all`. */
const IDS_MAX = 10_000

interface PendingTopic {
  value: Announced['value']
  /** Undefined: all. */
  ids: Set<number> | undefined
}

const announcedOf = ({ value, ids }: PendingTopic): Announced => ({
  ...(value ? { value } : {}),
  ...(ids ? { of: ids.size > IDS_MAX ? 'all' : [...ids] } : {}),
})

/** Collects the changes of one transaction. */
export const createOutbox = () => {
  const topics = new Map<string, PendingTopic>()
  return {
    add({ topic, of, value }: Change): void {
      if (of?.length === 0) return
      const known = topics.get(topic) ?? { value: undefined, ids: new Set<number>() }
      topics.set(topic, known)
      if (value) known.value = { ...known.value, ...value }
      if (of === undefined) known.ids = undefined
      for (const id of of ?? []) known.ids?.add(id)
    },
    /** The collected changes, to be added to another outbox. */
    changes: (): Change[] =>
      [...topics].map(([topic, { value, ids }]) => ({
        topic,
        ...(value ? { value } : {}),
        ...(ids ? { of: [...ids] } : {}),
      })),
    /** Undefined if nothing was announced. */
    topics: (): Topics | undefined =>
      topics.size === 0
        ? undefined
        : Object.fromEntries([...topics].map(([topic, pending]) => [topic, announcedOf(pending)])),
  }
}
export type Outbox = ReturnType<typeof createOutbox>

/** A parsed position. */
export interface Snapshot {
  /** Every transaction below it is visible. */
  readonly xmin: number
  isVisible(xid: number): boolean
}

const SNAPSHOT = /^(\d{1,16}):(\d{1,16}):((?:\d{1,16},)*\d{1,16})?$/

/** Undefined for an invalid snapshot. */
export const readSnapshot = (text: string): Snapshot | undefined => {
  const parts = SNAPSHOT.exec(text)
  if (!parts) return undefined
  const [, xmin, xmax, inProgress] = parts
  const running = new Set((inProgress ?? '').split(',').filter(Boolean).map(Number))
  return { xmin: Number(xmin), isVisible: (xid) => xid < Number(xmax) && !running.has(xid) }
}
