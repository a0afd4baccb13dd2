import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Change, createOutbox, type Outbox } from './announcements.ts'
import { CHANNEL } from './postgres-listen.ts'

const PAUSE_MS = 10
const RETRY_MS = 1_000

/**
 * One statement for every listener, outside the announcing transaction: PostgreSQL commits transactions with
 * a NOTIFY one after another, each until its flush, which costs three quarters of their throughput (ADR
 * 0045). This one writes nothing that is flushed.
 */
const NOTIFY = `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', '')`

/** Undefined if there is nothing to announce. */
export const insertStatement = (outbox: Outbox): string | undefined => {
  const topics = outbox.topics()
  return topics && `INSERT INTO announcement (topics) VALUES (${pg.escapeLiteral(JSON.stringify(topics))})`
}

export interface Notifier {
  /** Makes listeners read committed announcements soon: one NOTIFY for all within a moment. */
  notify(): void
  /** Announces a change with the next NOTIFY, in its own transaction. */
  add(change: Change): void
  /** Resolves when no NOTIFY is in progress. */
  stop(): Promise<void>
}

/**
 * `onError`: a NOTIFY could not be sent. It is retried; listeners find committed announcements by themselves
 * a second later.
 */
export const createNotifier = (
  pool: { query(statement: string): Promise<unknown> },
  onError: ((error: Error) => void) | undefined,
): Notifier => {
  let wanted = false
  let stopped = false
  let running: Promise<void> | undefined
  let outbox = createOutbox()
  const once = async (): Promise<void> => {
    wanted = false
    const taken = outbox
    outbox = createOutbox()
    try {
      await pool.query([insertStatement(taken), NOTIFY].filter(Boolean).join('; '))
      await delay(PAUSE_MS)
    } catch (error) {
      onError?.(error as Error)
      for (const change of taken.changes()) outbox.add(change)
      wanted = !stopped
      await delay(stopped ? 0 : RETRY_MS)
    }
  }
  const run = async (): Promise<void> => {
    while (wanted) await once()
    running = undefined
  }
  const notify = (): void => {
    wanted = true
    running ??= run()
  }
  return {
    notify,
    add: (change) => {
      outbox.add(change)
      notify()
    },
    stop: async () => {
      stopped = true
      await running
    },
  }
}
