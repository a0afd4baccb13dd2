import { createServer, type Server } from 'node:http'
import { migrate } from '@dr/server/platform/database/migration/migrate'
import { openPostgres } from '@dr/server/platform/database/postgres'
import pg from 'pg'
import { type PostgresCluster, startPostgres } from './postgres-cluster.ts'

/** Name of the migrated, empty template database of the tests. */
export const TEMPLATE = 'dr_template'

/** Environment variable with the broker's URL (set by `global-setup.ts`). */
export const BROKER_VARIABLE = 'DR_TEST_POSTGRES_BROKER'

const startWithTemplate = async (): Promise<PostgresCluster> => {
  const cluster = await startPostgres()
  try {
    const admin = new pg.Client({ connectionString: cluster.url('postgres') })
    await admin.connect()
    await admin.query(`CREATE DATABASE ${TEMPLATE}`)
    await admin.end()
    const database = openPostgres({ url: cluster.url(TEMPLATE), poolMax: 1 })
    await migrate(database)
    await database.close()
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/**
 * Starts a broker of one PostgreSQL cluster a run, started at the first request, which is answered with the
 * admin database's URL.
 */
export const startBroker = async (): Promise<{ url: string; stop(): Promise<void> }> => {
  let cluster: Promise<PostgresCluster> | undefined
  const server: Server = createServer((_request, response) => {
    // One side may close a kept connection while the other sends a request: workers ask every few seconds.
    response.setHeader('connection', 'close')
    cluster ??= startWithTemplate()
    cluster.then(
      (started) => response.end(started.url('postgres')),
      (error: Error) => response.writeHead(500).end(error.stack),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.close()
      await (await cluster?.catch(() => undefined))?.stop()
    },
  }
}
