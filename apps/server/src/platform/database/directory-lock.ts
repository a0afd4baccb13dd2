import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { FatalError } from '../errors.ts'

/** Another process has the database folder open. */
export class DirectoryLockedError extends FatalError {}

const heldHere = new Set<string>()

/**
 * The start time of a process, in clock ticks since boot: distinguishes it from a later one with the same
 * pid.
 */
const startedAt = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return '' // no /proc on this system, or no such process: compared by pid only
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Locks `directory` against a second process, by a file beside it (`<directory>.lock`) with this process's id
 * and start time. Takes over the lock of a killed process.
 */
export const lockDirectory = (
  directory: string,
  /** Text of the refusal, with the process that has it. */
  heldBy = (owner: string): string =>
    `the database in ${directory} is open in process ${owner}: PGlite serves one process at a time. ` +
    `Stop that process, choose another DATA_DIR, or use PostgreSQL (DATABASE_URL)`,
): { release(): void } => {
  const file = `${directory}.lock`
  const self = `${process.pid} ${startedAt(process.pid)}`
  const refuse = (owner: string): never => {
    throw new DirectoryLockedError(heldBy(owner))
  }
  if (heldHere.has(file)) refuse(`${process.pid} (this one)`)
  if (existsSync(file)) {
    const owner = readFileSync(file, 'utf8').trim()
    const [pid = '', started = ''] = owner.split(' ')
    const other = Number(pid)
    const lives = other > 0 && owner !== self && isAlive(other) && startedAt(other) === started
    if (lives) refuse(pid)
    rmSync(file, { force: true })
  }
  writeFileSync(file, `${self}\n`, { flag: 'wx' })
  heldHere.add(file)
  return {
    release: () => {
      heldHere.delete(file)
      rmSync(file, { force: true })
    },
  }
}
