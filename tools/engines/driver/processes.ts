/** Programs of the suite: each leads its own process group, so that its child processes end with it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const END_WITHIN_MS = 5_000
const START_TIMEOUT_MS = 60_000

/** Path of the program; undefined: not installed. */
export const findProgram = (...names: readonly string[]): string | undefined => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names
    .flatMap((name) => (name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name))))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

export interface Program {
  /** Match of `pattern` in its output. */
  said(pattern: RegExp): Promise<string>
  /** Ends it and its child processes. */
  end(): Promise<void>
}

const running = new Set<ChildProcess>()
const signal = ({ pid }: ChildProcess, name: NodeJS.Signals): void => {
  try {
    if (pid !== undefined) process.kill(-pid, name)
  } catch {
    // It has ended.
  }
}
// The test runner ended or dropped this worker: its browsers end too.
const endAll = (): void => {
  for (const child of running) signal(child, 'SIGKILL')
}
process.once('exit', endAll)
process.once('disconnect', endAll)

export const startProgram = (
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Program => {
  const child = spawn(file, args, {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const ended = new Promise<void>((resolve) => {
    const over = (): void => {
      running.delete(child)
      resolve()
    }
    child.once('exit', over)
    child.once('error', (error) => {
      output += String(error)
      over()
    })
  })
  return {
    async said(pattern) {
      const until = performance.now() + START_TIMEOUT_MS
      for (;;) {
        const found = pattern.exec(output)?.[1]
        if (found !== undefined) return found
        if (!running.has(child) || performance.now() > until) {
          throw new Error(`${file} did not say ${pattern}:\n${output}`)
        }
        await delay(20)
      }
    },
    async end() {
      signal(child, 'SIGTERM')
      const kill = setTimeout(() => signal(child, 'SIGKILL'), END_WITHIN_MS)
      await ended
      clearTimeout(kill)
      // Child processes may outlive it.
      signal(child, 'SIGKILL')
    },
  }
}
