/**
 * For two operators: settles an event in suspense whose voucher is in no order and never will be: a stolen
 * signer's, or one whose order a restore has lost. `node apps/server/src/bin/settle-event.ts <id in suspense_event>
 * <who> <and who> <why>`, with the server's environment. With PGlite the server has to be stopped. Idempotent.
 */
import { parseArgs } from 'node:util'
import { readConfig } from '../platform/config/config.ts'
import { createLogger } from '../platform/logger.ts'
import { runProgram } from '../platform/programs/run-program.ts'
import { composeModules } from './compose-modules.ts'
import { openFoundation } from './server/open-foundation.ts'
import { settleWithoutOrder } from './server/settle-without-order.ts'

await runProgram(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [id = '', first = '', second = '', why = ''] = positionals
  if (!/^[1-9]\d{0,17}$/.test(id) || first === '' || second === '' || why === '') {
    process.stderr.write('usage: settle-event.ts <id in suspense_event> <who decided> <and who> <why>\n')
    process.exit(2)
  }
  const config = readConfig(process.env, ['indexer'])
  const logger = createLogger(config.logLevel)
  const foundation = await openFoundation(config, logger)
  try {
    const { eventHandlers: handlers, modules } = await composeModules(config, foundation)
    const { database, now } = foundation
    const { chainId } = config.chain
    const decision = { id: BigInt(id), by: [first, second] as const, why }
    const settled = await settleWithoutOrder(
      { database, chainId, handlers, now, claims: modules.claims, mining: modules.mining },
      decision,
    )
    logger.info({ ...decision, id, settled }, settled ? 'the event is settled' : 'it was resolved already')
  } finally {
    await foundation.close()
  }
})
