/** The server as a separate process that can be killed and restarted. */
import type { ChildProcess } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { spawnTied } from '@dr/test-kit/child-process'

const programOf = (name: string): string =>
  fileURLToPath(new URL(`../../apps/server/src/bin/${name}.ts`, import.meta.url))
const READY_TIMEOUT_MS = 180_000
const POLL_MS = 25
const LAST_WORDS = 2_000

export interface ServerProcess {
  /** Starts it and waits until it is ready. */
  start(): Promise<void>
  /** Kills it with -9. */
  kill(): Promise<void>
  /** Stops it; returns its exit code. */
  stop(): Promise<number | null>
}

export const createServerProcess = (input: {
  readonly url: string
  /** Variables besides this process's own. */
  readonly environment: NodeJS.ProcessEnv
  /** File of its output. */
  readonly log: string
  readonly program?: 'all' | 'api'
}): ServerProcess => {
  const variables = Object.entries(input.environment).map(([name, value]) => `${name}=${value ?? ''}`)
  const program = programOf(input.program ?? 'all')
  let child: ChildProcess | undefined
  let exit: Promise<number | null> = Promise.resolve(null)

  const ready = async (): Promise<boolean> => {
    try {
      return (await fetch(`${input.url}/readyz`)).ok
    } catch {
      return false // not listening yet
    }
  }
  /** The log is deleted with the run's folder, so the error contains its end. */
  const lastWords = (): string =>
    existsSync(input.log) ? readFileSync(input.log, 'utf8').slice(-LAST_WORDS) : 'nothing'

  return {
    start: async () => {
      const started = spawnTied('env', [...variables, process.execPath, program])
      child = started
      for (const stream of [started.stdout, started.stderr]) {
        stream?.on('data', (chunk: Buffer) => appendFileSync(input.log, chunk))
      }
      exit = new Promise((resolve) => started.once('exit', (code) => resolve(code)))
      const until = performance.now() + READY_TIMEOUT_MS
      while (!(await ready())) {
        if (started.exitCode !== null || performance.now() > until) {
          throw new Error(`the server did not come up; it said last:\n${lastWords()}`)
        }
        await delay(POLL_MS)
      }
    },
    kill: async () => {
      child?.kill('SIGKILL')
      await exit
    },
    stop: async () => {
      child?.kill('SIGTERM')
      return exit
    },
  }
}
