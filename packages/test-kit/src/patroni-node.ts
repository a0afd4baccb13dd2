/** A database host of a Patroni cluster: Patroni, its PostgreSQL, and the network in front of both. */
import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { spawnTied, stopProcess, type User } from './child-process.ts'
import type { NodeName } from './deploy-files.ts'
import { type FreezingProxy, startFreezingProxy } from './freezing-proxy.ts'

export const POSTGRES_PORT = 5432
export const REST_PORT = 8008
export const ETCD_PORT = 2379

export interface DatabaseNode {
  readonly name: NodeName
  /** Address that PostgreSQL and Patroni listen on, reachable by the test while the host is cut off. */
  readonly address: string
  /** Address that the host's etcd listens on. */
  readonly etcdAddress: string
  /** Starts Patroni, which starts PostgreSQL in its role. */
  start(): void
  /** Kills the host: Patroni and every process of PostgreSQL, -9. */
  kill(): void
  /** Kills PostgreSQL, -9; Patroni continues. */
  killPostgres(): void
  /** Stops every process of the host (SIGSTOP), with all its connections. */
  freeze(): void
  continue(): void
  /** Cuts the host off from the others and from etcd; no side is notified. */
  cut(): void
  heal(): void
  /** Changes Patroni's file and reloads it, like `patronictl reload`. */
  reconfigure(change: (text: string) => string): void
  stop(): Promise<void>
  /** Last lines of the log of Patroni and PostgreSQL. */
  log(): string
}

export interface NodeParts {
  readonly name: NodeName
  readonly address: string
  /** Address for the other hosts. */
  readonly publicAddress: string
  /** Address by which the host reaches etcd, and the member's own. */
  readonly etcd: readonly { readonly through: string; readonly member: string }[]
  readonly configFile: string
  readonly dataDirectory: string
  readonly user: User | undefined
}

const LOG_KEPT = 200_000

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it has ended
  }
}

/** Undefined: no such file, or of a process that has ended, which it may between opening and reading. */
const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** Process ids of the postmaster, first, and its children; empty: it does not run. */
const postgresOf = (dataDirectory: string): number[] => {
  const postmaster = Number(textOf(join(dataDirectory, 'postmaster.pid'))?.split('\n')[0])
  // A killed postmaster leaves its file, and its process id may be reused.
  if (!textOf(`/proc/${postmaster}/cmdline`)?.includes(dataDirectory)) return []
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  return [postmaster, ...stdout.split('\n').map(Number).filter(Boolean)]
}

export const createNode = async (parts: NodeParts): Promise<DatabaseNode> => {
  const { name, address, publicAddress, etcd, configFile, dataDirectory, user } = parts
  const inwards = [POSTGRES_PORT, REST_PORT].map((port) =>
    startFreezingProxy(port, port, { host: address, listenHost: publicAddress }),
  )
  const outwards = etcd.map(({ through, member }) =>
    startFreezingProxy(ETCD_PORT, ETCD_PORT, { host: member, listenHost: through }),
  )
  const network: FreezingProxy[] = await Promise.all([...inwards, ...outwards])
  let log = ''
  let patroni: ChildProcess | undefined
  const signalPostgres = (signal: NodeJS.Signals) => {
    for (const pid of postgresOf(dataDirectory)) send(pid, signal)
  }
  const signalAll = (signal: NodeJS.Signals) => {
    patroni?.kill(signal)
    signalPostgres(signal)
  }
  return {
    name,
    address,
    etcdAddress: publicAddress,
    start: () => {
      // As systemd does: in another user's home libpq finds no certificates that it may read.
      patroni = spawnTied('patroni', [configFile], { user, environment: { HOME: dirname(configFile) } })
      for (const stream of [patroni.stdout, patroni.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          log = (log + chunk.toString()).slice(-LOG_KEPT)
        })
      }
    },
    kill: () => signalAll('SIGKILL'),
    killPostgres: () => signalPostgres('SIGKILL'),
    freeze: () => signalAll('SIGSTOP'),
    continue: () => signalAll('SIGCONT'),
    cut: () => network.forEach((proxy) => void proxy.cut()),
    heal: () => network.forEach((proxy) => void proxy.heal()),
    reconfigure: (change) => {
      writeFileSync(configFile, change(readFileSync(configFile, 'utf8'))) // its owner stays
      patroni?.kill('SIGHUP')
    },
    stop: async () => {
      signalAll('SIGKILL')
      if (patroni) await stopProcess(patroni, 'SIGKILL')
      await Promise.all(network.map((proxy) => proxy.stop()))
    },
    log: () => log,
  }
}

/** Changes the owner of a file or folder to the database's user. */
export const handOver = (path: string, user: User | undefined): void => {
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, path])
}
