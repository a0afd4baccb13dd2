/**
 * For the operator, after a restore of an older database: writes back the orders of vouchers that the chain has
 * used since, out of the signing process's folder, and posts their events. `node
 * apps/server/src/bin/restore-orders.ts <copy of the signer's DATA_DIR/signed>`, with the server's environment,
 * once the indexer has caught up. With PGlite the server has to be stopped. Idempotent. Exits with 1 if an order
 * could not be written back, or an event is still refused: the log has the reason of each.
 */
import { parseArgs } from 'node:util'
import { readConfig } from '../platform/config/config.ts'
import { createLogger } from '../platform/logger.ts'
import { runProgram } from '../platform/programs/run-program.ts'
import { composeModules } from './compose-modules.ts'
import { openFoundation } from './server/open-foundation.ts'
import { restoreOrders } from './server/restore-orders.ts'

await runProgram(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [directory] = positionals
  if (directory === undefined) {
    process.stderr.write('usage: restore-orders.ts <folder of the signing process’s journal>\n')
    process.exit(2)
  }
  const config = readConfig(process.env, ['indexer'])
  const logger = createLogger(config.logLevel)
  const foundation = await openFoundation(config, logger)
  const { database, now } = foundation
  try {
    const { eventHandlers: handlers } = await composeModules(config, foundation)
    const { chainId } = config.chain
    const report = await restoreOrders({ database, chainId, handlers, logger, now }, directory)
    const { restored, missing, posted, refused } = report
    logger.info(
      {
        restored: restored.length,
        missing: missing.length,
        posted: posted.length,
        refused: refused.length,
      },
      'orders were written back',
    )
    if (missing.length + refused.length > 0) process.exitCode = 1
  } finally {
    await foundation.close()
  }
})
