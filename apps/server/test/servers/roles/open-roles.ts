/** PostgreSQL with the roles of production, made by the files of deploy/patroni and by migrate.ts. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type PostgresCluster, runToEnd, startPostgres } from '@dr/test-kit'
import type { PostgresOptions } from '@dr/test-kit/postgres-cluster'
import pg from 'pg'

export type DatabaseRole = 'digital_rights' | 'dr_api' | 'dr_worker' | 'dr_indexer'

const DEPLOY = fileURLToPath(new URL('../../../../../deploy/patroni/', import.meta.url))
const MIGRATE = fileURLToPath(new URL('../../../src/bin/migrate.ts', import.meta.url))

export interface Roles {
  readonly cluster: PostgresCluster
  /** URL of the database for one of its roles; without one: the superuser's. */
  urlOf(role?: string): string
  /** A session of a role. */
  connect(role?: string): Promise<pg.Client>
  stop(): Promise<void>
}

export const openRoles = async (options: PostgresOptions = {}): Promise<Roles> => {
  const cluster = await startPostgres(options)
  const psql = (file: string, ...variables: readonly string[]) =>
    execFileSync(
      join(cluster.binDirectory, 'psql'),
      [
        cluster.url('postgres'),
        ...['ON_ERROR_STOP=1', ...variables].flatMap((variable) => ['-v', variable]),
        '-f',
        join(DEPLOY, file),
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
  const urlOf = (role = 'postgres') => cluster.url('digital_rights').replace('postgres@', `${role}:secret@`)
  try {
    psql('create-database.sql', 'password=secret')
    psql('create-roles.sql', 'api=secret', 'worker=secret', 'indexer=secret')
    const owner: DatabaseRole = 'digital_rights'
    const { code, error } = await runToEnd(MIGRATE, [], { DATABASE_URL: urlOf(owner) })
    if (code !== 0) throw new Error(error)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return {
    cluster,
    urlOf,
    connect: async (role) => {
      const client = new pg.Client({ connectionString: urlOf(role) })
      await client.connect()
      return client
    },
    stop: cluster.stop,
  }
}
