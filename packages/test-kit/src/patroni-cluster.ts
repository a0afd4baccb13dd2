/**
 * Production's database on one machine: three hosts with etcd, Patroni and PostgreSQL, behind HAProxy and
 * PgBouncer, each started with its file of `deploy/`. The hosts are loopback addresses, so that the files'
 * ports can be used. Replaced in the files: folders, passwords, addresses; the watchdog is off (it would
 * reset this machine); each host connects with etcd and the others through proxies that can be cut.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { exited, isInstalled, spawnTied, stopProcess } from './child-process.ts'
import { environmentOf, fillFile, NODES } from './deploy-files.ts'
import { askHost, type HostCertificates, makeCertificates } from './host-certificates.ts'
import {
  createNode,
  type DatabaseNode,
  ETCD_PORT,
  handOver,
  POSTGRES_PORT,
  REST_PORT,
} from './patroni-node.ts'
import { fastDirectory, findPostgres, serverUser } from './postgres-cluster.ts'

export type { DatabaseNode } from './patroni-node.ts'

export interface PatroniCluster {
  readonly nodes: readonly DatabaseNode[]
  /** Connection to the primary through HAProxy, as in the product. */
  readonly url: string
  /** Connection through PgBouncer, in transaction mode, and HAProxy. */
  readonly pooledUrl: string
  /** PgBouncer's own console, for `SHOW …`. */
  poolerUrl(): string
  /** Superuser connection to a host; not to the product's database. */
  adminUrl(node: DatabaseNode): string
  readonly certificates: HostCertificates
  /** Resolves with the one host that reports to be the primary. */
  primary(): Promise<DatabaseNode>
  /** Resolves with the primary once it has two standbys, one of them synchronous. */
  whole(): Promise<DatabaseNode>
  /**
   * Changes the passwords of Patroni's three roles and of PgBouncer's console, as in operations.md
   * ("Rotating keys").
   */
  changePasswords(next: string): Promise<void>
  stop(): Promise<void>
}

const PASSWORD = 'secret'
/** The tests' writers make tables of their own. */
const AS_OWNER = { '"dr_api"': '"digital_rights"' }
const WHOLE_TIMEOUT_MS = 90_000
const POLL_MS = 200
const REST_TIMEOUT_MS = 1_000
const PROGRAMS = ['patroni', 'etcd', 'haproxy', 'pgbouncer', 'psql']

/** Missing Debian programs; empty: the cluster can run here. */
export const missingPrograms = (): string[] => {
  const missing = PROGRAMS.filter((name) => !isInstalled(name))
  return [
    ...missing,
    ...(findPostgres() === undefined ? ['postgres'] : []),
    ...(process.platform === 'linux' ? [] : ['linux']),
  ]
}

/**
 * Ends all processes of the folder and removes it, even if this process is killed: Patroni's PostgreSQL is
 * not a child of it. Only processes of the cluster have the folder's name in their command line.
 */
const startGuardian = (root: string): (() => Promise<void>) => {
  const script = `cat >/dev/null
    for process in /proc/[0-9]*; do
      [ "$process" != "/proc/$$" ] && tr '\\0' ' ' <"$process/cmdline" | grep -qF "$1" && kill -9 "\${process#/proc/}"
    done 2>/dev/null
    sleep 0.2
    rm -rf "$1"`
  const guardian = spawn('sh', ['-c', script, 'guardian', root], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  return async () => {
    guardian.stdin.end()
    await exited(guardian)
  }
}

/** Starts a program that ends with this process; its output is added to `said`. */
const startProgram = (
  said: string[],
  command: string,
  args: readonly string[],
  options: Parameters<typeof spawnTied>[2] = {},
): ChildProcess => {
  const child = spawnTied(command, args, options)
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => said.push(`${command}: ${chunk.toString()}`))
  }
  return child
}

const queryOnce = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 5_000,
  })
  client.on('error', () => undefined) // a host that is killed; the query fails
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const until = async <T>(
  what: string,
  ask: () => Promise<T | undefined>,
  details: () => string,
): Promise<T> => {
  const end = performance.now() + WHOLE_TIMEOUT_MS
  for (let last: unknown; ; await delay(POLL_MS)) {
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
    } catch (error) {
      last = error // not up yet
    }
    if (performance.now() > end) throw new Error(`${what}: not in time\n${details()}`, { cause: last })
  }
}

/** Resolves once three hosts replicate, with the product's empty database on them. */
export const startPatroniCluster = async (): Promise<PatroniCluster> => {
  const user = serverUser()
  const root = mkdtempSync(join(fastDirectory(), 'dr-patroni-'))
  chmodSync(root, 0o755)
  const endAll = startGuardian(root)
  // A separate network for each run: 127.a.b.11 is db1 for the others, 127.a.b.111 for itself.
  const network = `127.${randomInt(2, 250)}.${randomInt(1, 250)}.`
  const addressOf = (index: number) => `${network}${11 + index}`
  const application = `${network}21`
  const said: string[] = []

  const certificates = await makeCertificates(
    root,
    NODES.map((name, index) => {
      const proxies = NODES.map((_, member) => `${network}${131 + member * 10 + index}`)
      // HAProxy has another address here than 127.0.0.1, which the script adds.
      return `${name}=${[addressOf(index), `${network}${111 + index}`, ...proxies, application].join()}`
    }),
    user,
  )
  const etcds = NODES.map((name, index) => {
    const environment = environmentOf(
      fillFile('etcd/etcd', {
        '/etc/etcd/ca.pem': certificates.authority,
        '/etc/etcd/host.': `${certificates.of(name)}.`,
        '@NODE@': name,
        '@ADDRESS@': addressOf(index),
        '10.0.0.': network,
        '/var/lib/etcd/digital-rights': join(root, `etcd-${name}`),
      }),
    )
    return startProgram(said, 'etcd', [], { environment })
  })

  const nodes = await Promise.all(
    NODES.map((name, index) => {
      const folder = join(root, name)
      mkdirSync(folder)
      const dataDirectory = join(folder, 'data')
      const configFile = join(folder, 'patroni.yml')
      const [address, publicAddress] = [`${network}${111 + index}`, addressOf(index)]
      const etcd = NODES.map((_, member) => ({
        through: `${network}${131 + index * 10 + member}`,
        member: addressOf(member),
      }))
      const values = {
        'listen: "@ADDRESS@': `listen: "${address}`,
        '@ADDRESS@': publicAddress,
        '@NODE@': name,
        '/etc/patroni/ca.pem': certificates.authority,
        '/etc/patroni/host.': `${certificates.of(name)}.`,
        '\netcd:\n': '\netcd:\n  use_proxies: true\n',
        ...Object.fromEntries(
          etcd.map(({ through }, member) => [`10.0.0.${11 + member}:2379`, `${through}:2379`]),
        ),
        '10.0.0.0/24': '127.0.0.0/8',
        '/var/lib/postgresql/15/digital-rights': dataDirectory,
        '/usr/lib/postgresql/15/bin': findPostgres() ?? '',
        '/var/lib/postgresql/.pgpass-patroni': join(folder, '.pgpass'),
        '/var/run/postgresql': folder,
        'mode: required': 'mode: "off"',
        '@SUPERUSER_PASSWORD@': PASSWORD,
        '@REPLICATION_PASSWORD@': PASSWORD,
        '@REWIND_PASSWORD@': PASSWORD,
      }
      writeFileSync(configFile, fillFile('patroni/patroni.yml', values), { mode: 0o600 })
      handOver(folder, user)
      return createNode({ name, address, publicAddress, etcd, configFile, dataDirectory, user })
    }),
  )
  const proxyFile = join(root, 'haproxy.cfg')
  const asUser = process.getuid?.() === 0 ? {} : { '    user haproxy\n    group haproxy\n': '' }
  const proxied = {
    '127.0.0.1': application,
    '10.0.0.': network,
    '/etc/haproxy/database-ca.pem': certificates.authority,
    ...asUser,
  }
  writeFileSync(proxyFile, fillFile('haproxy/postgresql.cfg', proxied))
  const haproxy = startProgram(said, 'haproxy', ['-db', '-f', proxyFile])

  const poolerFile = join(root, 'pgbouncer.ini')
  const usersFile = join(root, 'userlist.txt')
  const pooler = {
    '/etc/pgbouncer/userlist.txt': usersFile,
    '/etc/pgbouncer/database-ca.pem': certificates.authority,
    '127.0.0.1': application,
  }
  const encrypted = `?sslmode=verify-full&sslrootcert=${certificates.authority}`
  writeFileSync(poolerFile, fillFile('pgbouncer/pgbouncer.ini', pooler))
  const usersOf = (password: string) => ({
    ...AS_OWNER,
    '@API_PASSWORD@': PASSWORD,
    '@PGBOUNCER_PASSWORD@': password,
  })
  writeFileSync(usersFile, fillFile('pgbouncer/userlist.txt', usersOf(PASSWORD)))
  handOver(usersFile, user)
  const pgbouncer = startProgram(said, 'pgbouncer', [poolerFile], { user })

  /** Password outside the product's database. */
  let own = PASSWORD
  const adminUrl = ({ address }: DatabaseNode) =>
    `postgresql://postgres:${own}@${address}:${POSTGRES_PORT}/postgres${encrypted}`
  const details = () =>
    [...said, ...nodes.map(({ name, log }) => `${name}: ${log()}`)].join('\n').slice(-20_000)

  // Patroni ends while etcd has no leader; in production systemd restarts it.
  const etcdLeads = async () => {
    const { body } = await askHost(`https://${addressOf(0)}:${ETCD_PORT}/health`, certificates.read('db1'))
    return body.includes('"true"') || undefined
  }
  /** Whether a host's Patroni answers a health check of HAProxy with success. */
  const isIt = async ({ address }: DatabaseNode, path: '/primary' | '/sync'): Promise<boolean> => {
    const signal = AbortSignal.timeout(REST_TIMEOUT_MS)
    const options = { ...certificates.read(), method: 'OPTIONS', signal }
    const answer = await askHost(`https://${address}:${REST_PORT}${path}`, options).catch(
      () => undefined, // it is killed, or frozen
    )
    return answer?.status === 200
  }
  const theOne = async (path: '/primary' | '/sync'): Promise<DatabaseNode | undefined> => {
    const are = await Promise.all(nodes.map((node) => isIt(node, path)))
    const [node, another] = nodes.filter((_, index) => are[index])
    return another ? undefined : node // one that comes back may believe it for a moment
  }
  const primary = () => until('a primary', () => theOne('/primary'), details)
  const isWhole = async (): Promise<DatabaseNode | undefined> => {
    // Until Patroni has chosen one, PostgreSQL calls any standby synchronous.
    const [node, standby] = await Promise.all([theOne('/primary'), theOne('/sync')])
    if (!node || !standby) return undefined
    const text = `SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming' ORDER BY 1`
    const rows = await queryOnce<{ sync_state: string }>(adminUrl(node), text)
    return rows.map((row) => row.sync_state).join() === 'async,sync' ? node : undefined
  }
  const whole = () => until('a primary with two standbys', isWhole, details)

  const stop = async () => {
    await Promise.all([haproxy, pgbouncer].map((child) => stopProcess(child, 'SIGKILL')))
    await Promise.all(nodes.map((node) => node.stop()))
    await Promise.all(etcds.map((child) => stopProcess(child, 'SIGKILL')))
    await endAll()
  }
  try {
    await until('etcd', etcdLeads, details)
    for (const node of nodes) node.start()
    const first = await whole()
    const script = fileURLToPath(new URL('../../../deploy/patroni/create-database.sql', import.meta.url))
    const arguments_ = ['-v', `password=${PASSWORD}`, '-v', 'ON_ERROR_STOP=1', '-q', '-f', script]
    // Asynchronous, since the proxies between the hosts run in this process.
    await promisify(execFile)('psql', [...arguments_, adminUrl(first)])
  } catch (error) {
    await stop()
    throw error
  }
  const poolerUrl = () => `postgresql://pgbouncer:${own}@${application}:6432/pgbouncer`
  const changePasswords = async (next: string) => {
    const roles = ['replicator', 'rewind', 'postgres'].map((role) => `ALTER ROLE ${role} PASSWORD '${next}'`)
    await queryOnce(adminUrl(await primary()), roles.join(';'))
    for (const node of nodes) node.reconfigure((text) => text.replaceAll(`"${own}"`, `"${next}"`))
    writeFileSync(usersFile, fillFile('pgbouncer/userlist.txt', usersOf(next)))
    await queryOnce(poolerUrl(), 'RELOAD')
    own = next
  }
  const product = (port: number) =>
    `postgresql://digital_rights:${PASSWORD}@${application}:${port}/digital_rights`
  return {
    nodes,
    url: product(5000) + encrypted,
    pooledUrl: product(6432),
    poolerUrl,
    adminUrl,
    certificates,
    primary,
    whole,
    changePasswords,
    stop,
  }
}
