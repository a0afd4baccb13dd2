/** A server as in production: a separate process, which can be killed, with its output. */
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { spawnTied, stopProcess } from '@dr/test-kit'
import { onTestFinished } from 'vitest'
import type { Role } from '../../src/platform/config/config.ts'

const LISTENING = /"port":(\d+)/

export interface ServerProcess {
  readonly port: number
  /** All of its output so far. */
  said(): string
  isAlive(): boolean
  /** Sends SIGSTOP: it remains frozen, with all its connections, until it is continued. */
  freeze(): void
  continue(): void
  /** `kill -9`. */
  kill(): Promise<void>
  /** SIGTERM; returns the exit code, or the signal if it had to be killed. */
  stop(): Promise<number | NodeJS.Signals | null>
}

const portOf = (child: ChildProcess, said: () => string): Promise<number> =>
  new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const port = LISTENING.exec(said())?.[1]
      if (port !== undefined) resolve(Number(port))
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said().slice(-2_000)}`)))
  })

const programOf = (role: Role | 'all'): string =>
  fileURLToPath(new URL(`../../src/bin/${role}.ts`, import.meta.url))

/**
 * Resolves when it listens and, if it indexes, has caught up; rejects when it exits before, with its exit
 * code and output; ends with the test. `program`: another version's file. `within`: a command that runs it,
 * such as `unshare`, and ends it when it exits.
 */
export const startServerProcess = async (
  environment: Record<string, string>,
  {
    role = 'all',
    program = programOf(role),
    within = [],
  }: { role?: Role | 'all'; program?: string | undefined; within?: readonly string[] | undefined } = {},
): Promise<ServerProcess> => {
  const [command = process.execPath, ...args] = [...within, process.execPath, program]
  const child = spawnTied(command, args, { environment })
  onTestFinished(() => stopProcess(child, 'SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  }
  const said = () => text
  const isAlive = () => child.exitCode === null && child.signalCode === null
  return {
    port: await portOf(child, said),
    said,
    isAlive,
    freeze: () => void child.kill('SIGSTOP'),
    continue: () => void child.kill('SIGCONT'),
    kill: () => stopProcess(child, 'SIGKILL'),
    stop: async () => {
      await stopProcess(child, 'SIGTERM')
      return child.exitCode ?? child.signalCode
    },
  }
}

/** Its `/metrics`, by name and labels. */
export const figuresOf = async ({
  port,
}: Pick<ServerProcess, 'port'>): Promise<ReadonlyMap<string, number>> => {
  const text = await (await fetch(`http://localhost:${port}/metrics`)).text()
  return new Map(
    [...text.matchAll(/^([a-z_]+(?:\{[^}]*\})?) (\S+)$/gm)].map(([, name = '', value]) => [
      name,
      Number(value),
    ]),
  )
}
