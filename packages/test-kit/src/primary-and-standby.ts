/** Two PostgreSQL servers: a primary, and its standby until that is promoted. */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type PostgresCluster, REPLICATING, startPostgres } from './postgres-cluster.ts'

export interface PrimaryAndStandby {
  readonly primary: PostgresCluster
  readonly standby: PostgresCluster
  /** Promotes the standby once it has all data of the primary, which continues without notice. */
  promote(): Promise<void>
  stop(): Promise<void>
}

const POLL_MS = 20

/** First column of the first row. */
const ask = async (cluster: PostgresCluster, sql: string): Promise<unknown> => {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  try {
    const { rows } = await client.query<[unknown]>({ text: sql, rowMode: 'array' } as pg.QueryConfig)
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

/**
 * Starts both servers. The standby is asynchronous, as by PostgreSQL's defaults: the primary still
 * acknowledges when it is gone.
 */
export const startPrimaryAndStandby = async (): Promise<PrimaryAndStandby> => {
  const primary = await startPostgres({ settings: REPLICATING })
  try {
    const standby = await startPostgres({ settings: REPLICATING, standbyOf: primary })
    return {
      primary,
      standby,
      promote: async () => {
        // Not the written position: a commit that is not awaited is only in memory at first.
        const written = String(await ask(primary, 'SELECT pg_current_wal_insert_lsn()'))
        const isRead = `SELECT coalesce(pg_last_wal_replay_lsn() >= '${written}', false)`
        while ((await ask(standby, isRead)) !== true) await delay(POLL_MS)
        await ask(standby, 'SELECT pg_promote()')
      },
      stop: async () => void (await Promise.all([primary.stop(), standby.stop()])),
    }
  } catch (error) {
    await primary.stop()
    throw error
  }
}
