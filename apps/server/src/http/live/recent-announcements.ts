import {
  type Announcement,
  type AnnouncementBatch,
  readSnapshot,
} from '../../platform/database/announcements/announcements.ts'

/** Time for which a stream can be resumed. */
const KEPT_MS = 300_000
const KEPT_MAX = 20_000

interface ReceivedAnnouncement {
  readonly announcement: Announcement
  readonly receivedAt: number
}

/** Announcements of the last five minutes, so that an interrupted stream can be resumed on any replica. */
export interface RecentAnnouncements {
  /** Position of this process: it has received everything that is visible there. */
  position(): string
  add(batch: AnnouncementBatch, receivedAt: number): void
  /**
   * Announcements not visible at that position; undefined for an invalid position, or if some are no longer
   * stored.
   */
  after(position: string): Announcement[] | undefined
  /** Announcements received since then. */
  since(receivedAt: number): Announcement[]
  /** Restarts at `position`, empty. */
  restart(position: string): void
}

const floorAt = (position: string): number => readSnapshot(position)?.xmin ?? Number.POSITIVE_INFINITY

export const createRecentAnnouncements = (): RecentAnnouncements => {
  let kept: ReceivedAnnouncement[] = []
  let position = ''
  /** All announcements of transactions from this one on are stored. */
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
      // Only once there is much to remove.
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
