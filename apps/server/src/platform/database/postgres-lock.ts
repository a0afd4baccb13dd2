import pg from 'pg'
import type { LeaderLock } from './database.ts'

const HEARTBEAT_MS = 5_000
const HEARTBEAT_TIMEOUT_MS = 5_000

/**
 * A session advisory lock on a connection of its own. PostgreSQL frees it when that session ends, however it ends;
 * the heartbeat notices a connection that died silently, so that an old leader stops before a new one has long begun.
 */
export const tryAdvisoryLock = async (
  connection: pg.ClientConfig,
  name: string,
): Promise<LeaderLock | undefined> => {
  const client = new pg.Client({ ...connection, query_timeout: HEARTBEAT_TIMEOUT_MS })
  const lost = new AbortController()
  client.on('error', (error) => lost.abort(error))
  client.on('end', () => lost.abort(new Error(`the session holding "${name}" ended`)))
  let locked = false
  try {
    await client.connect()
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
      [name],
    )
    locked = rows[0]?.locked === true
  } finally {
    if (!locked) await client.end() // a failure too: whoever waits asks again every few seconds
  }
  if (!locked) return undefined
  const heartbeat = setInterval(() => {
    client.query('SELECT 1').catch((error: unknown) => lost.abort(error))
  }, HEARTBEAT_MS)
  heartbeat.unref()
  lost.signal.addEventListener('abort', () => clearInterval(heartbeat))
  return {
    lost: lost.signal,
    release: async () => {
      clearInterval(heartbeat)
      await client.end()
    },
  }
}
