import {
  type Announcement,
  type AnnouncementBatch,
  readSnapshot,
} from '../../platform/database/announcements/announcements.ts'

/** How far back a stream can be resumed. */
const KEPT_MS = 300_000
const KEPT_MAX = 20_000

interface ReceivedAnnouncement {
  readonly announcement: Announcement
  readonly receivedAt: number
}

/**
 * What was announced in the last five minutes, so that a stream goes on where it was interrupted, on any
 * replica.
 */
export interface RecentAnnouncements {
  /** Where this process is: everything visible in it was received. */
  position(): string
  add(batch: AnnouncementBatch, receivedAt: number): void
  /** Those that were not visible at that position; undefined: it is none, or some of them are not kept. */
  after(position: string): Announcement[] | undefined
  /** Those received since then. */
  since(receivedAt: number): Announcement[]
  /** Begins at `position`, with none. */
  restart(position: string): void
}

const floorAt = (position: string): number => readSnapshot(position)?.xmin ?? Number.POSITIVE_INFINITY

export const createRecentAnnouncements = (): RecentAnnouncements => {
  let kept: ReceivedAnnouncement[] = []
  let position = ''
  /** All transactions from this one on that were announced are kept. */
  let floor = Number.POSITIVE_INFINITY
  const prune = (at: number): void => {
    const from = Math.max(
      kept.findIndex(({ receivedAt }) => at - receivedAt <= KEPT_MS),
      kept.length - KEPT_MAX,
    )
    for (const { announcement } of kept.slice(0, from)) floor = Math.max(floor, announcement.xid + 1)
    kept = kept.slice(from)
  }
  return {
    position: () => position,
    add: (batch, receivedAt) => {
      position = batch.position
      for (const announcement of batch.announcements) kept.push({ announcement, receivedAt })
      // Not for each one: when there is much to remove.
      const oldest = kept[0]?.receivedAt ?? receivedAt
      if (kept.length > 2 * KEPT_MAX || receivedAt - oldest > 2 * KEPT_MS) prune(receivedAt)
    },
    after: (text) => {
      const snapshot = readSnapshot(text)
      if (!snapshot || snapshot.xmin < floor) return undefined
      return kept.flatMap(({ announcement }) => (snapshot.isVisible(announcement.xid) ? [] : [announcement]))
    },
    since: (at) => kept.flatMap(({ announcement, receivedAt }) => (receivedAt >= at ? [announcement] : [])),
    restart: (from) => {
      kept = []
      position = from
      floor = floorAt(from)
    },
  }
}
