/**
 * For the operator, if events of final blocks are missing: reads the blocks again from all endpoints, and
 * books events that were not handled. `node apps/server/src/bin/reread-blocks.ts <from> <to>`, with the
 * server's environment, while everything runs; with PGlite the server has to be stopped, which otherwise
 * fills gaps itself. Idempotent. Prints its findings. Exits with 1 if an event is refused (it is in suspense,
 * and the log has the reason), or if a booked event differs on chain.
 */
import { parseArgs } from 'node:util'
import { readConfig } from '../platform/config/config.ts'
import { createLogger } from '../platform/logger.ts'
import { runProgram } from '../platform/programs/run-program.ts'
import { composeModules } from './compose-modules.ts'
import { openIndexer } from './server/lead.ts'
import { openFoundation } from './server/open-foundation.ts'

await runProgram(async () => {
  const [from = '', to = ''] = parseArgs({ allowPositionals: true }).positionals
  if (![from, to].every((block) => /^\d{1,18}$/.test(block))) {
    process.stderr.write('usage: reread-blocks.ts <first block> <last block>\n')
    process.exit(2)
  }
  const config = readConfig(process.env, ['indexer'])
  const logger = createLogger(config.logLevel)
  const foundation = await openFoundation(config, logger)
  try {
    const { reread } = openIndexer(config, foundation, await composeModules(config, foundation))
    const report = await reread({ from: BigInt(from), to: BigInt(to) })
    logger.info(report, 'the blocks were read again')
    if (report.refused + report.bookedFalsely > 0) process.exitCode = 1
  } finally {
    await foundation.close()
  }
})
