import { execFileSync } from 'node:child_process'
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A separate file system in memory that can be filled. */
export interface SmallDisk {
  readonly directory: string
  /** Fills it until no byte, or `leaving` bytes, are left. Repeatable, after space was freed. */
  fill(leaving?: number): void
  /** Removes the filling. */
  free(): void
  /** Unmounts it, even if a process has an open file on it. */
  unmount(): void
}

const BALLAST = 'ballast'
const CHUNKS_BYTES = [1_048_576, 4_096, 1]

const isFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOSPC'

const fillWith = (descriptor: number, chunk: Buffer): void => {
  try {
    for (;;) writeSync(descriptor, chunk)
  } catch (error) {
    if (!isFull(error)) throw error
  }
}

/** Mounts it; Linux only, as root. */
export const mountSmallDisk = (megabytes: number): SmallDisk => {
  const directory = mkdtempSync(join(tmpdir(), 'dr-disk-'))
  try {
    const options = `size=${megabytes}m,mode=0777`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'dr-small-disk', directory], { stdio: 'pipe' })
  } catch (error) {
    rmdirSync(directory)
    throw error
  }
  const ballast = join(directory, BALLAST)
  const unmount = () => {
    process.off('exit', unmount)
    execFileSync('umount', ['--lazy', directory])
    rmdirSync(directory)
  }
  process.once('exit', unmount) // also of a run that ends by an uncaught error
  return {
    directory,
    fill: (leaving = 0) => {
      const descriptor = openSync(ballast, 'a')
      for (const bytes of CHUNKS_BYTES) fillWith(descriptor, Buffer.alloc(bytes))
      if (leaving > 0) ftruncateSync(descriptor, fstatSync(descriptor).size - leaving)
      closeSync(descriptor)
    },
    free: () => rmSync(ballast, { force: true }),
    unmount,
  }
}

/** Whether this process may mount: root in a container often may not. */
export const canMountDisks = (): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    mountSmallDisk(1).unmount()
    return true
  } catch {
    return false // the tests that need it are skipped, and named as such
  }
}
