import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

export interface User {
  readonly uid: number
  readonly gid: number
}

const hasSetpriv = process.platform === 'linux' && spawnSync('setpriv', ['--version']).status === 0

/**
 * Environment of a Node program that inherits only the PATH and the test run's Node settings
 * (tools/test-run/run.ts). Without these a server's start takes three times as long.
 */
export const NODE_ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'DR_BUNDLES'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

/**
 * Starts a program that ends with this process in any case: on Linux the kernel signals it when its parent
 * dies. `user`: user to run as (PostgreSQL refuses to run as root); `environment` is added to the own one,
 * or `only` replaces it.
 */
export const spawnTied = (
  command: string,
  args: readonly string[],
  {
    user,
    signal = 'KILL',
    environment = {},
    only,
  }: {
    user?: User | undefined
    signal?: 'KILL' | 'INT'
    environment?: Readonly<Record<string, string>>
    only?: Readonly<Record<string, string>>
  } = {},
): ChildProcess => {
  const options: SpawnOptions = {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: only ?? { ...process.env, ...environment },
  }
  if (!hasSetpriv) return spawn(command, args, { ...options, ...user })
  const identity = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []
  const tied = [...identity, '--pdeathsig', signal, '--', command, ...args]
  return spawn('setpriv', tied, options)
}

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

/** Runs a Node program to its end, with only `environment`. */
export const runToEnd = (
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawnTied(process.execPath, [program, ...args], {
      only: { ...NODE_ENVIRONMENT, ...environment },
    })
    const said = { out: '', error: '' }
    child.stdout?.on('data', (chunk: Buffer) => {
      said.out += chunk.toString()
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      said.error += chunk.toString()
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...said }))
  })

/** Whether a program is on the PATH. */
export const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Resolves once the process has ended. */
export const exited = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))

/** Twice what the units allow: a server that shares a core with others took 9 s to end. */
const GRACE_MS = 60_000

/** Asks a process to end, and kills it if it does not. */
export const stopProcess = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  const grace = new AbortController()
  await Promise.race([
    exited(child),
    delay(GRACE_MS, undefined, { signal: grace.signal, ref: false }).then(
      () => child.kill('SIGKILL'),
      () => undefined, // it ended in time
    ),
  ])
  grace.abort()
  await exited(child)
}
