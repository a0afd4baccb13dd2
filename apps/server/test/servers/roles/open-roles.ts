/** PostgreSQL with production's roles, rights, certificates and pg_hba.conf: by the files of deploy/patroni and migrate.ts. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type PostgresCluster, runToEnd, startPostgres } from '@dr/test-kit'
import { makeCertificates } from '@dr/test-kit/host-certificates'
import { type PostgresOptions, serverUser } from '@dr/test-kit/postgres-cluster'
import pg from 'pg'

export type DatabaseRole = 'digital_rights' | 'dr_api' | 'dr_worker' | 'dr_indexer'

const DEPLOY = fileURLToPath(new URL('../../../../../deploy/patroni/', import.meta.url))
const MIGRATE = fileURLToPath(new URL('../../../src/bin/migrate.ts', import.meta.url))

export interface Roles {
  readonly cluster: PostgresCluster
  /** File of the authority that the server's certificate is of. */
  readonly authority: string
  /** Connection URL of a role, over TLS; without one: the superuser's. */
  urlOf(role?: string, database?: string): string
  /** A session of a role. */
  connect(role?: string): Promise<pg.Client>
  stop(): Promise<void>
}

/** The lines of patroni.yml, for loopback addresses. */
const readHba = (): string => {
  const [, list = ''] =
    /^ {2}pg_hba:\n((?: {4}- .*\n)+)/m.exec(readFileSync(join(DEPLOY, 'patroni.yml'), 'utf8')) ?? []
  return list.replaceAll(/^ {4}- /gm, '').replaceAll('10.0.0.0/24', '127.0.0.0/8')
}

/** From then on the server lets in whom production's does, by certificate and password. */
const secure = async (cluster: PostgresCluster, certificate: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: cluster.url('postgres') })
  await admin.connect()
  const { rows } = await admin.query<{ hba_file: string }>('SHOW hba_file')
  writeFileSync(rows[0]?.hba_file ?? '', readHba())
  const settings = {
    ssl: 'on',
    ssl_cert_file: `${certificate}.pem`,
    ssl_key_file: `${certificate}.key`,
    ssl_min_protocol_version: 'TLSv1.3',
  }
  for (const [name, value] of Object.entries(settings))
    await admin.query(`ALTER SYSTEM SET ${name} = '${value}'`)
  await admin.query(`ALTER ROLE postgres PASSWORD 'secret'; SELECT pg_reload_conf()`)
  await admin.end()
}

export const openRoles = async (options: PostgresOptions = {}): Promise<Roles> => {
  const cluster = await startPostgres(options)
  const folder = mkdtempSync(join(tmpdir(), 'dr-roles-'))
  chmodSync(folder, 0o755)
  const stop = async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const psql = (file: string, ...variables: readonly string[]) => {
    const set = ['ON_ERROR_STOP=1', ...variables].flatMap((variable) => ['-v', variable])
    execFileSync(
      join(cluster.binDirectory, 'psql'),
      [cluster.url('postgres'), ...set, '-f', join(DEPLOY, file)],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
  }
  try {
    const { authority, of } = await makeCertificates(folder, ['db1=127.0.0.11'], serverUser())
    const urlOf = (role = 'postgres', database = 'digital_rights') =>
      `postgresql://${role}:secret@127.0.0.1:${cluster.port}/${database}?sslmode=verify-full&sslrootcert=${authority}`
    psql('create-database.sql', 'password=secret')
    psql('create-roles.sql', 'api=secret', 'worker=secret', 'indexer=secret')
    await secure(cluster, of('db1'))
    const owner: DatabaseRole = 'digital_rights'
    const { code, error } = await runToEnd(MIGRATE, [], { DATABASE_URL: urlOf(owner) })
    if (code !== 0) throw new Error(error)
    return {
      cluster,
      authority,
      urlOf,
      connect: async (role) => {
        const client = new pg.Client({ connectionString: urlOf(role) })
        await client.connect()
        return client
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
