import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { FatalError } from '../errors.ts'

/** The descriptor's number in the child. */
const INHERITED = 3
const HELD_ELSEWHERE = 1

/**
 * Locks a folder for this process by flock(2): the kernel holds the lock as long as the folder is open here,
 * excludes all other processes of this host, in any container or namespace, and releases it when this one
 * ends, however it ends. Node has no call for it: util-linux's `flock` locks the open file that it inherits,
 * which is shared with this process. Throws FatalError: `held` when another process has it, and without
 * `flock`. On a network file system it is only as reliable as that system's: use a local disk.
 */
export const lockByKernel = (directory: string, held: string): { release(): void } => {
  const descriptor = openSync(directory, 'r')
  const { status, error, stderr } = spawnSync('flock', ['-n', String(INHERITED)], {
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
    encoding: 'utf8',
  })
  if (status === 0) return { release: () => closeSync(descriptor) }
  closeSync(descriptor)
  if (status === HELD_ELSEWHERE && stderr === '') throw new FatalError(held)
  throw new FatalError(
    `${directory} cannot be locked by flock (package util-linux): ${error?.message ?? stderr}`,
  )
}
