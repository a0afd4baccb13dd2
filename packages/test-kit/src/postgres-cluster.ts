import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { spawnTied, stopProcess, type User } from './child-process.ts'
import { freePort } from './free-port.ts'

/** A separate PostgreSQL server in a temporary folder. */
export interface PostgresCluster {
  /** Folder of `postgres`, `pgbench` and the other programs. */
  readonly binDirectory: string
  readonly port: number
  /** Connection URL of one of its databases. */
  url(database: string): string
  stop(): Promise<void>
  /**
   * Restarts the server on the same port and data. `fast`: connections are ended and everything is written,
   * as by `systemctl restart`; `crash`: nothing is written, and it recovers from its log. Resolves once it
   * accepts connections.
   */
  restart(how: 'fast' | 'crash'): Promise<void>
  /** First half of `restart`: its port refuses connections until `startAgain`. */
  shutDown(how: 'fast' | 'crash'): Promise<void>
  /** Starts a server that was shut down, on the same port and data. Resolves once it accepts connections. */
  startAgain(): Promise<void>
  /** False once it has ended for any reason. */
  isRunning(): boolean
  /** Last lines of its log. */
  log(): string
}

export interface PostgresOptions {
  /** `false` (tests): in memory if there is space. `true` (bench): on disk, with PostgreSQL's defaults. */
  readonly durable?: boolean
  /** `name=value` beside the defaults. */
  readonly settings?: readonly string[]
  /** Parent of its folder; default: the system's temporary folder. */
  readonly directory?: string | undefined
  /** Further arguments of `initdb`. */
  readonly initArguments?: readonly string[]
  /** Server that this one follows as a streaming standby; its settings must include `REPLICATING`. */
  readonly standbyOf?: PostgresCluster
}

/** Settings of a server with a standby, and of the standby, which may be promoted. */
export const REPLICATING = ['wal_level=replica', 'max_wal_senders=5']

/** Folder of PostgreSQL's programs: Debian's, newest version first, or the PATH. */
export const findPostgres = (): string | undefined =>
  [
    ...globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true })),
    ...(process.env.PATH ?? '').split(delimiter),
  ].find((directory) => ['postgres', 'initdb'].every((program) => existsSync(join(directory, program))))

/** User to run PostgreSQL as, which refuses root: Debian's own user for it, or `nobody`. */
export const serverUser = (): User | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const name = spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody'
  const idOf = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

const READY_TIMEOUT_MS = 30_000

const waitUntilReady = async (url: string, failed: () => string | undefined): Promise<void> => {
  const signal = AbortSignal.timeout(READY_TIMEOUT_MS)
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      const reason = failed()
      if (reason !== undefined || signal.aborted) {
        throw new Error(`PostgreSQL did not start: ${reason ?? 'time-out'}`, { cause: error })
      }
      await delay(30)
    }
  }
}

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * Folder in memory if possible: a database has seven hundred files, and copying or dropping it takes a
 * twentieth of the time on a disk.
 */
export const fastDirectory = (): string => {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize < ROOM_BYTES ? tmpdir() : MEMORY
}

const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
]

const INIT_ARGUMENTS = [
  '-U',
  'postgres',
  '-A',
  'trust',
  '-E',
  'UTF8',
  '--no-locale',
  '--no-sync',
  '--no-instructions',
]
/** With `-R` it follows the server that it is copied from. */
const COPY_ARGUMENTS = ['-R', '-c', 'fast', '--no-sync']

const LOG_KEPT = 100_000

/** Starts a new cluster on a free loopback port; superuser `postgres`, no password. */
export const startPostgres = async ({
  durable = false,
  settings: more = [],
  directory = durable ? tmpdir() : fastDirectory(),
  initArguments = [],
  standbyOf,
}: PostgresOptions = {}): Promise<PostgresCluster> => {
  const binDirectory = findPostgres()
  if (binDirectory === undefined) throw new Error('no PostgreSQL here: install Debian package postgresql')
  const user = serverUser()
  const root = mkdtempSync(join(directory, 'dr-postgres-'))
  const data = join(root, 'data')
  if (user) execFileSync('chown', [`${user.uid}:${user.gid}`, root])
  chmodSync(root, 0o700)
  const [program, programArguments] = standbyOf
    ? (['pg_basebackup', ['-d', standbyOf.url('postgres'), ...COPY_ARGUMENTS]] as const)
    : (['initdb', [...INIT_ARGUMENTS, ...initArguments]] as const)
  execFileSync(join(binDirectory, program), ['-D', data, ...programArguments], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...user,
    cwd: root,
  })

  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${root}`,
    'max_connections=200',
    'shared_buffers=128MB',
    'jit=off',
    ...(durable ? [] : FAST),
    ...more,
  ]
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const url = (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`
  let log = ''
  const spawnServer = () => {
    const child = spawnTied(join(binDirectory, 'postgres'), args, { user, signal: 'INT' })
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-LOG_KEPT)
    })
    return child
  }
  let server = spawnServer()
  const ready = () => waitUntilReady(url('postgres'), () => (server.exitCode === null ? undefined : log))
  // After a run that ends without `stop` (an uncaught error) neither server nor folder is left.
  const abandon = () => {
    server.kill('SIGQUIT')
    rmSync(root, { recursive: true, force: true })
  }
  process.once('exit', abandon)
  const stop = async () => {
    process.off('exit', abandon)
    await stopProcess(server, 'SIGINT')
    rmSync(root, { recursive: true, force: true })
  }
  const shutDown: PostgresCluster['shutDown'] = (how) =>
    stopProcess(server, how === 'fast' ? 'SIGINT' : 'SIGQUIT')
  const startAgain = async () => {
    server = spawnServer()
    await ready()
  }
  const restart: PostgresCluster['restart'] = async (how) => {
    await shutDown(how)
    await startAgain()
  }
  try {
    await ready()
  } catch (error) {
    await stop()
    throw error
  }
  const isRunning = () => server.exitCode === null && server.signalCode === null
  return { binDirectory, port, url, stop, restart, shutDown, startAgain, isRunning, log: () => log }
}
