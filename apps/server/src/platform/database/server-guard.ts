import type pg from 'pg'
import { RetryableError } from '../errors.ts'

/** The PostgreSQL server behind a connection takes no writes, or has been replaced by another one. */
export class ServerRefusedError extends RetryableError {}

/** Identification of a primary (ADR 0049). */
export interface SeenServer {
  /** Id of the cluster: its standbys and every primary promoted from them have the same. */
  readonly systemId: string
  /** One more with each promotion. */
  readonly timeline: number
}

/** A row of `SERVER_CHECK`. */
export interface ServerRow {
  readonly read_only: boolean
  readonly system_id: string
  /** Null in recovery. */
  readonly timeline: number | null
  /** Milliseconds. */
  readonly statement_timeout: number
  readonly idle_timeout: number
}

/**
 * Works for a role without any privilege. The timeline is that of the current WAL: `pg_control_checkpoint`
 * has the last checkpoint's, which is the old one right after a promotion.
 */
export const SERVER_CHECK = `SELECT current_setting('transaction_read_only')::boolean AS read_only,
    (SELECT system_identifier::text FROM pg_control_system()) AS system_id,
    CASE WHEN pg_is_in_recovery() THEN NULL
      ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline,
    (SELECT setting::int FROM pg_settings WHERE name = 'statement_timeout') AS statement_timeout,
    (SELECT setting::int FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout') AS idle_timeout`

export interface ServerGuardOptions {
  /** Server that a process on this machine has seen before; ignored for another system. */
  readonly remembered?: SeenServer | undefined
  /** Called with the first server, and with each higher timeline. */
  readonly onSeen?: (seen: SeenServer) => void
  readonly onRefused?: (error: ServerRefusedError) => void
}

export interface ServerGuard {
  /** Checks the server of a new connection. Throws `ServerRefusedError`. */
  admit(client: Pick<pg.ClientBase, 'query'>): Promise<void>
  /**
   * Judges the answer of a server, `connection` being its source: behind a pooler, until its transaction
   * ends. Throws `ServerRefusedError`.
   */
  judge(row: ServerRow | undefined, connection?: object): void
  /** Throws if the connection was admitted to a server that has been replaced since. */
  requireCurrent(client: object): void
  /** Whether `requireCurrent` would pass. */
  isCurrent(client: object): boolean
}

const CHECK_TIMEOUT_MS = 5_000

/** Guard of one process: the highest timeline of any of its connections is the minimum it accepts. */
export const createServerGuard = ({
  remembered,
  onSeen,
  onRefused,
}: ServerGuardOptions = {}): ServerGuard => {
  let seen: SeenServer | undefined
  /** Timeline of the server, by connection. A primary's never changes while it runs. */
  const admitted = new WeakMap<object, number>()

  const refuse = (why: string): never => {
    const error = new ServerRefusedError(`the database server was refused: ${why}`)
    onRefused?.(error)
    throw error
  }

  const accept = (row: ServerRow | undefined): number => {
    if (!row || row.read_only || row.timeline === null) return refuse('it is read-only, a standby')
    const { system_id: systemId, timeline } = row
    if (seen && seen.systemId !== systemId)
      return refuse(`its system identifier is ${systemId}, not ${seen.systemId}: it is another cluster`)
    const highest = seen ?? (remembered?.systemId === systemId ? remembered : undefined)
    if (highest && timeline < highest.timeline)
      return refuse(`its timeline ${timeline} is older than ${highest.timeline}: another was promoted since`)
    if (!seen || timeline > seen.timeline) {
      seen = { systemId, timeline }
      onSeen?.(seen)
    }
    return timeline
  }

  const judge: ServerGuard['judge'] = (row, connection) => {
    const timeline = accept(row)
    if (connection) admitted.set(connection, timeline)
  }

  const isCurrent = (client: object): boolean => (admitted.get(client) ?? 0) >= (seen?.timeline ?? 0)

  return {
    admit: async (client) => {
      const check = { text: SERVER_CHECK, query_timeout: CHECK_TIMEOUT_MS }
      const { rows } = await client.query<ServerRow>(check)
      judge(rows[0], client)
    },
    judge,
    isCurrent,
    requireCurrent: (client) => {
      if (!isCurrent(client)) refuse('another was promoted since this connection was opened')
    },
  }
}
