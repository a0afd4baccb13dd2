/** The process round a server: settings from the environment, signals, exit code. */
import './thread-pool.ts'
import { ConfigError, type Role, readConfig } from '../../platform/config/config.ts'
import { FatalError } from '../../platform/errors.ts'
import { hideUrls } from '../../platform/logger.ts'
import { startServer } from './start-server.ts'

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

export const runProcess = async (roles?: readonly Role[]): Promise<void> => {
  try {
    const server = await startServer(readConfig(process.env, roles))
    onSignals(server.stop)
    server.failed.catch(async (error: unknown) => {
      process.exitCode = 1
      process.stderr.write(`${explain(error)}\n`)
      await server.stop()
    })
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${explain(error)}\n`)
  }
}
