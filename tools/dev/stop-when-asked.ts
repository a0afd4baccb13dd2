/** Ends everything started, last first, on Ctrl-C, on a signal, or when `npm` has ended. */

import { explainInLine } from '@dr/server/platform/programs/explain'
import { readOfProcess } from './processes.ts'

/** Time in which everything must end. */
const GRACE_MS = 20_000
const PARENT_POLL_MS = 1_000

/**
 * Parent and, if the system shows it (Linux), its parent: npm starts this process through a shell, which
 * outlives npm.
 */
const ancestors = (): string => {
  const { ppid } = process
  const [, parent = ''] = /^PPid:\t(\d+)$/m.exec(readOfProcess(`/proc/${ppid}/status`) ?? '') ?? []
  return `${ppid} ${parent}`
}

export interface Stopping {
  readonly stopping: boolean
  /** Ends everything and the process with it. */
  stop(exitCode: number): Promise<void>
}

const endAll = async (cleanUp: (() => Promise<void>)[]): Promise<boolean> => {
  let clean = true
  for (let end = cleanUp.pop(); end !== undefined; end = cleanUp.pop()) {
    try {
      await end()
    } catch (error) {
      clean = false
      console.error(`could not be ended in order: ${explainInLine(error)}`)
    }
  }
  return clean
}

export const stopWhenAsked = (cleanUp: (() => Promise<void>)[]): Stopping => {
  const state = { stopping: false }
  const stop = async (exitCode: number): Promise<void> => {
    // A terminal's Ctrl-C arrives twice: directly, and forwarded by npm.
    if (state.stopping) return
    state.stopping = true
    setTimeout(() => process.exit(exitCode || 1), GRACE_MS).unref()
    const clean = await endAll(cleanUp)
    process.exit(exitCode || (clean ? 0 : 1))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!state.stopping) console.log('Stopping…')
      void stop(0)
    })
  }
  if (process.env.npm_lifecycle_event !== undefined) {
    const before = ancestors()
    setInterval(() => {
      if (ancestors() !== before) void stop(0)
    }, PARENT_POLL_MS).unref()
  }
  return {
    get stopping() {
      return state.stopping
    },
    stop,
  }
}
