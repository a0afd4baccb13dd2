import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { pause } from '../../pause.ts'
import { createServerGuard, type ServerGuard } from '../server-guard.ts'
import type { Announcement, AnnouncementListener, Listening, Topics } from './announcements.ts'

export const CHANNEL = 'announcement'
/** Name in `pg_stat_activity`. */
export const LISTENER_NAME = 'digital-rights listener'
/**
 * Interval of reading the table without a notification, which bounds the delay by a process killed between
 * COMMIT and NOTIFY.
 */
const POLL_MS = 1_000
/** Announcements within this time are read together. */
const COALESCE_MS = 30
const ANSWER_MAX_MS = 5_000
const RETRY_FIRST_MS = 200
const RETRY_MAX_MS = 3_000

/**
 * Announcements visible now but not in snapshot $1, with the snapshot of this statement; always at least one
 * row.
 */
const READ = {
  name: 'announcement_read',
  text: `SELECT s.snapshot::text AS snapshot, a.xid::text AS xid, a.topics,
      (extract(epoch FROM a.at) * 1000)::bigint::text AS written_at
    FROM (SELECT pg_current_snapshot() AS snapshot) s LEFT JOIN announcement a
      ON a.xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(a.xid, $1::pg_snapshot)
    ORDER BY a.xid`,
}

type Row =
  | { snapshot: string; xid: string; topics: Topics; written_at: string }
  | { snapshot: string; xid: null }

const announcementOf = (row: Row): Announcement[] =>
  row.xid === null ? [] : [{ xid: Number(row.xid), writtenAt: Number(row.written_at), topics: row.topics }]

const readPosition = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot')
  return rows[0]?.snapshot as string
}

interface Session {
  readonly connection: pg.ClientConfig
  readonly listener: AnnouncementListener
  readonly guard: ServerGuard
  readonly signal: AbortSignal
  /** Called once all announcements after `position` will be delivered. */
  onListening(position: string): void
}

/** A session whose notifications, or end, can be awaited. */
const openSession = (connection: pg.ClientConfig, signal: AbortSignal) => {
  const socket = new Socket()
  const client = new pg.Client({
    ...connection,
    application_name: LISTENER_NAME,
    stream: () => socket,
    query_timeout: ANSWER_MAX_MS,
  })
  let failure: unknown
  let notified = false
  let wake: () => void = () => undefined
  const fail = (reason: unknown) => {
    failure ??= reason
    wake()
  }
  const stop = () => {
    fail(signal.reason)
    socket.destroy()
  }
  signal.addEventListener('abort', stop, { once: true })
  client.on('error', fail)
  client.on('end', () => fail(new Error('the session that listens has ended')))
  client.on('notification', () => {
    notified = true
    wake()
  })
  return {
    client,
    /** Resolves after a notification, at the latest after `waitMs`; rejects when the session has ended. */
    untilNotified: async (waitMs: number): Promise<void> => {
      if (!notified && failure === undefined) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, waitMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      if (failure !== undefined) throw failure
      notified = false
    },
    close: () => {
      signal.removeEventListener('abort', stop)
      socket.destroy()
    },
  }
}

/** Rejects when the session has ended, with the reason. */
const listenOnce = async ({ connection, listener, guard, signal, onListening }: Session): Promise<never> => {
  const { client, untilNotified, close } = openSession(connection, signal)
  try {
    await client.connect()
    await guard.admit(client)
    await client.query(`LISTEN ${CHANNEL}`)
    let position = await readPosition(client)
    onListening(position)
    for (;;) {
      await untilNotified(POLL_MS)
      guard.requireCurrent(client)
      const { rows } = await client.query<Row>({ ...READ, values: [position] })
      position = rows[0]?.snapshot ?? position
      const announcements = rows.flatMap(announcementOf)
      if (announcements.length > 0) listener.onAnnouncements({ position, announcements })
      await delay(COALESCE_MS)
    }
  } finally {
    close()
  }
}

/**
 * Listens on its own connection, and reconnects when it is lost. LISTEN belongs to a session, so, like a
 * leader's lock, it does not work through PgBouncer in transaction mode. Resolves once it listens; rejects
 * when the first attempt fails.
 */
export const listenForAnnouncements = async (
  connection: pg.ClientConfig,
  listener: AnnouncementListener,
  guard: ServerGuard = createServerGuard(),
): Promise<Listening> => {
  const stopping = new AbortController()
  const { signal } = stopping
  const first = Promise.withResolvers<string>()
  let listened = false
  let failures = 0
  const onListening = (position: string) => {
    failures = 0
    if (listened) listener.onGap(position)
    listened = true
    first.resolve(position)
  }
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await listenOnce({ connection, listener, guard, signal, onListening }).catch((error: unknown) => {
        if (signal.aborted) return
        if (listened) return listener.onLost(error)
        first.reject(error)
        stopping.abort()
      })
      const waitMs = Math.min(RETRY_FIRST_MS * 2 ** failures, RETRY_MAX_MS)
      failures += 1
      await pause(waitMs, signal)
    }
  }
  const running = run()
  return {
    position: await first.promise,
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
