/**
 * Where the log is written: standard output. Lines that cannot be written are lost and counted, since a full
 * volume or a reader that hangs must not stop a process (pino's own destination ends it, and hangs at its end).
 */
import { writeSync } from 'node:fs'

export interface LogStream {
  write(line: string): void
  /** Lines lost since the start. */
  dropped(): number
}

/** A pipe that another program made non-blocking may be full for a moment. */
const WAIT_MS = 10
const WAITS_MAX = 10
const isBusy = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN'
const pause = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS)

/** `fd`: of a file, a pipe or a socket. */
const openLogStream = (fd: number): LogStream => {
  let dropped = 0
  /** The last line was not written, or not whole. */
  let broken = false

  /** Whether all of it was written. */
  const writeWhole = (text: string): boolean => {
    let rest = Buffer.from(text)
    for (let waits = 0; ; ) {
      try {
        rest = rest.subarray(writeSync(fd, rest))
        if (rest.length === 0) return true
      } catch (error) {
        // After a lost line no other is waited for.
        if (!isBusy(error) || broken || waits >= WAITS_MAX) return false
        waits += 1
        pause()
      }
    }
  }

  return {
    write: (line) => {
      // Part of a line may be there: the next one begins on its own.
      const whole = writeWhole(broken ? `\n${line}` : line)
      broken = !whole
      if (!whole) dropped += 1
    },
    dropped: () => dropped,
  }
}

/** The one of this process. */
export const standardOutput = openLogStream(1)
