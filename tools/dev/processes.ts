/** Identifies this product's running processes, even if their process ids are reused. */
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export interface ProcessMark {
  readonly pid: number
  /** Part of its command line, if the system shows it (Linux). */
  readonly command: string
}

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Text of a process' file in /proc; undefined if it has ended, which it may between opening and reading. */
export const readOfProcess = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** Empty for a zombie, which has ended although its process id exists. */
const commandLine = (pid: number): string | undefined =>
  readOfProcess(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ')

export const isRunning = ({ pid, command }: ProcessMark): boolean => {
  if (!exists(pid)) return false
  if (!existsSync('/proc/self')) return true
  return commandLine(pid)?.includes(command) ?? false
}

/** Waits until it has ended; false if it still runs after `timeoutMs`. */
export const waitUntilEnded = async (mark: ProcessMark, timeoutMs: number): Promise<boolean> => {
  const until = performance.now() + timeoutMs
  while (isRunning(mark)) {
    if (performance.now() > until) return false
    await delay(50)
  }
  return true
}
