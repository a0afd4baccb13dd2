/**
 * For the operator, once the cause of their refusal is fixed: posts the suspended events, in the order of the
 * chain. `node apps/server/src/bin/repost-suspense.ts`, with the server's environment. With PGlite the server
 * has to be stopped. Exits with 1 if some are refused again: these stay in suspense, and the log has the
 * reason.
 */
import { repostSuspended } from '../indexer/index.ts'
import { readConfig } from '../platform/config/config.ts'
import { createLogger } from '../platform/logger.ts'
import { runProgram } from '../platform/programs/run-program.ts'
import { composeModules } from './compose-modules.ts'
import { openFoundation } from './server/open-foundation.ts'

await runProgram(async () => {
  const config = readConfig(process.env, ['indexer'])
  const logger = createLogger(config.logLevel)
  const foundation = await openFoundation(config, logger)
  const { database, now } = foundation
  try {
    const { eventHandlers: handlers } = await composeModules(config, foundation)
    const { chainId } = config.chain
    const { posted, refused } = await repostSuspended({ database, chainId, handlers, logger, now })
    logger.info({ posted: posted.length, refused: refused.length }, 'suspended events were posted again')
    if (refused.length > 0) process.exitCode = 1
  } finally {
    await foundation.close()
  }
})
