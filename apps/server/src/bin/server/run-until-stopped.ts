/** Runs a program until it is stopped: handles signals, prints errors, sets the exit code. */
import { explain } from '../../platform/programs/explain.ts'
import { endOnUncaught } from '../../platform/programs/run-program.ts'

export interface Running {
  /** Rejects when it cannot continue. */
  readonly failed: Promise<never>
  stop(): Promise<void>
}

/** The first signal ends everything in order; the second at once. */
const onSignals = (stop: () => Promise<void>): void => {
  let stopping = false
  const handle = () => {
    if (stopping) process.exit(1)
    stopping = true
    stop().catch((error: unknown) => {
      process.stderr.write(`${explain(error)}\n`)
      process.exit(1)
    })
  }
  process.on('SIGTERM', handle)
  process.on('SIGINT', handle)
}

export const runUntilStopped = async (start: () => Running | Promise<Running>): Promise<void> => {
  endOnUncaught(explain)
  try {
    const running = await start()
    onSignals(running.stop)
    running.failed.catch(async (error: unknown) => {
      process.exitCode = 1
      process.stderr.write(`${explain(error)}\n`)
      await running.stop()
    })
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${explain(error)}\n`)
  }
}
