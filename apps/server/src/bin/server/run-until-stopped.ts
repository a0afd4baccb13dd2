/** The process round a program that runs until it is stopped: signals, what is said of errors, exit code. */
import { ConfigError } from '../../platform/config/config-types.ts'
import { FatalError } from '../../platform/errors.ts'
import { hideUrls } from '../../platform/logger.ts'

export interface Running {
  /** Rejects when it cannot go on. */
  readonly failed: Promise<never>
  stop(): Promise<void>
}

/** After the first signal everything ends in order; after the second at once. */
const onSignals = (stop: () => Promise<void>): void => {
  let asked = false
  const handle = () => {
    if (asked) process.exit(1)
    asked = true
    stop().catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    })
  }
  process.on('SIGTERM', handle)
  process.on('SIGINT', handle)
}

/**
 * What an operator can put right is written without a stack; URLs, which may carry keys, without what may be
 * secret in them.
 */
const explain = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof FatalError) return hideUrls(error.message)
  return hideUrls(error instanceof Error ? (error.stack ?? error.message) : String(error))
}

export const runUntilStopped = async (start: () => Running | Promise<Running>): Promise<void> => {
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
