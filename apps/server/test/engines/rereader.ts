/**
 * A process that reads blocks again, killed by `reread.test.ts` at any moment: `node rereader.ts <rpcUrl>
 * <token> <from> <to> <database URL>`. Prints its report.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from 'viem'
import { createIndexer } from '../../src/indexer/create-indexer.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createRegistry } from '../../src/platform/metrics.ts'
import { seenHandler } from './scripted-chain.ts'

const [rpcUrl = '', token = '', from = '', to = '', store = ''] = process.argv.slice(2)
const database = openPostgres({ url: store, poolMax: 4 })
const indexer = createIndexer({
  database,
  rpcUrls: [rpcUrl],
  chainId: 31_337,
  startBlock: BigInt(from) - 1n,
  // a pause inside each transaction, so that many of the kills fall into one
  handlers: [seenHandler(token as Address, async () => delay(3))],
  hooks: [],
  logger: createLogger('error'),
  registry: createRegistry({ defaults: false }),
})
process.stdout.write('started\n')
process.stdout.write(`${JSON.stringify(await indexer.reread({ from: BigInt(from), to: BigInt(to) }))}\n`)
await database.close()
