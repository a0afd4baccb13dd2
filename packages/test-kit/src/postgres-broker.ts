import { createServer, type Server } from 'node:http'
import { migrate } from '@dr/server/platform/database/migration/migrate'
import { openPostgres } from '@dr/server/platform/database/postgres'
import pg from 'pg'
import { type PostgresCluster, startPostgres } from './postgres-cluster.ts'

/** Name of the migrated, empty database each test's own is copied from. */
export const TEMPLATE = 'dr_template'

/** Where test workers find the broker (set by `global-setup.ts`). */
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

/** One cluster a test run, started when the first test asks for it: answers with the admin database's URL. */
export const startBroker = async (): Promise<{ url: string; stop(): Promise<void> }> => {
  let cluster: Promise<PostgresCluster> | undefined
  const server: Server = createServer((_request, response) => {
    // A kept connection may be closed by one side while the other asks again: a worker asks every few
    // seconds.
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
