import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { LeaderLock } from './database.ts'
import { type Leadership, underLeadership } from './leadership.ts'
import { createServerGuard, type ServerGuard } from './server-guard.ts'

/**
 * The order of these times makes a handover safe and quick (ADR 0033). A leader that is cut off stops by
 * itself after at most HEARTBEAT_MS + HEARTBEAT_TIMEOUT_MS; only then does PostgreSQL end its session,
 * SESSION_IDLE_MS after the last heartbeat that arrived, and the next leader begins at its next attempt. In
 * total it takes less than 20 s.
 */
const HEARTBEAT_MS = 3_000
const HEARTBEAT_TIMEOUT_MS = 5_000
const SESSION_IDLE_MS = 12_000
/** Maximum time for which raising the epoch waits for transactions of the previous leader. */
const LOCK_TIMEOUT_MS = 4_000
const GOODBYE_MS = 2_000

/**
 * Settings of the session that holds the lock, so that the server ends it when its host has failed, hangs or
 * is cut off.
 */
const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  idle_session_timeout: String(SESSION_IDLE_MS),
  // For a server that has sent data and gets no acknowledgement: seconds, seconds, probes, milliseconds.
  tcp_keepalives_idle: '4',
  tcp_keepalives_interval: '4',
  tcp_keepalives_count: '2',
  tcp_user_timeout: String(SESSION_IDLE_MS),
  lock_timeout: String(LOCK_TIMEOUT_MS),
}

const configure = async (client: pg.Client): Promise<void> => {
  await client.query(
    'SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS s (name, value)',
    [Object.keys(SESSION_SETTINGS), Object.values(SESSION_SETTINGS)],
  )
}

const tryLock = async (client: pg.Client, name: string): Promise<boolean> => {
  const { rows } = await client.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
    [name],
  )
  return rows[0]?.locked === true
}

/** Waits for open transactions of the previous leader: after it, that leader can commit nothing. */
const raiseEpoch = async (client: pg.Client, name: string): Promise<bigint> => {
  const { rows } = await client.query<{ epoch: string | bigint }>(
    `INSERT INTO leadership AS l (name, epoch) VALUES ($1, 1)
      ON CONFLICT (name) DO UPDATE SET epoch = l.epoch + 1, acquired_at = now() RETURNING epoch`,
    [name],
  )
  return BigInt(rows[0]?.epoch ?? 0)
}

/** Ends the connection, or destroys its socket if that takes too long. */
const endConnection = async (client: pg.Client, socket: Socket): Promise<void> => {
  const waiting = new AbortController()
  const patience = delay(GOODBYE_MS, undefined, { signal: waiting.signal }).catch(() => undefined)
  await Promise.race([client.end(), patience])
  waiting.abort()
  socket.destroy()
}

/**
 * Checks regularly whether the session exists; calls `lose` when it does not. Returns a function that stops
 * it.
 */
const startHeartbeat = (client: pg.Client, guard: ServerGuard, lose: (reason: Error) => void) => {
  let asking = false
  const beat = async () => {
    if (asking) return
    asking = true
    try {
      guard.requireCurrent(client)
      await client.query('SELECT 1')
    } catch (error) {
      lose(error as Error)
    } finally {
      asking = false
    }
  }
  const timer = setInterval(() => void beat(), HEARTBEAT_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Acquires a session advisory lock on its own connection, and the epoch of its leadership. PostgreSQL
 * releases the lock when the session ends, and ends the session when the client is silent; the heartbeat
 * stops this side earlier.
 */
export const tryAdvisoryLock = async (
  connection: pg.ClientConfig,
  name: string,
  { database, guard = createServerGuard() }: { readonly database: object; readonly guard?: ServerGuard },
): Promise<LeaderLock | undefined> => {
  const socket = new Socket()
  const client = new pg.Client({
    ...connection,
    stream: () => socket,
    query_timeout: HEARTBEAT_TIMEOUT_MS,
  })
  const lost = new AbortController()
  const lose = (reason: Error) => lost.abort(reason)
  client.on('error', lose)
  client.on('end', () => lose(new Error(`the session holding "${name}" ended`)))
  let epoch: bigint | undefined
  try {
    await client.connect()
    await guard.admit(client)
    await configure(client)
    if (await tryLock(client, name)) epoch = await raiseEpoch(client, name)
  } finally {
    if (epoch === undefined) await endConnection(client, socket) // the caller retries
  }
  if (epoch === undefined) return undefined
  const stopHeartbeat = startHeartbeat(client, guard, lose)
  lost.signal.addEventListener('abort', () => {
    stopHeartbeat()
    socket.destroy()
  })
  const requireCurrent = () => guard.requireCurrent(client)
  const leadership: Leadership = { name, epoch, database, requireCurrent, lose }
  return {
    epoch,
    lost: lost.signal,
    run: (work) => underLeadership(leadership, work),
    release: async () => {
      stopHeartbeat()
      await endConnection(client, socket)
    },
  }
}
