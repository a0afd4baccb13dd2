/**
 * A process that follows a token, killed by `kill.test.ts` at any moment: `node follower.ts <rpcUrl> <token>
 * <startBlock> <database URL or folder>`. Prints each block it reaches.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from 'viem'
import { createIndexer } from '../../src/indexer/create-indexer.ts'
import { migrate } from '../../src/platform/database/migration/migrate.ts'
import { openPglite } from '../../src/platform/database/pglite.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createRegistry } from '../../src/platform/metrics.ts'
import { SEEN_TABLE, seenHandler } from './scripted-chain.ts'

const [rpcUrl = '', token = '', startBlock = '', store = ''] = process.argv.slice(2)

const database = store.startsWith('postgresql:')
  ? openPostgres({ url: store, poolMax: 4 })
  : await openPglite({ directory: store })
await migrate(database)
await database.single.script(SEEN_TABLE)

const indexer = createIndexer({
  database,
  rpcUrls: [rpcUrl],
  chainId: 31_337,
  startBlock: BigInt(startBlock),
  // a pause inside each transaction, so that many of the kills fall into one
  handlers: [seenHandler(token as Address, async () => delay(Math.random() * 8))],
  hooks: [{ name: 'test.print', run: async (_tx, { to }) => void process.stdout.write(`${to.number}\n`) }],
  logger: createLogger('error'),
  registry: createRegistry({ defaults: false }),
  pollMs: 10,
  rangeMax: 3,
})
process.stdout.write('started\n')
await indexer.run(new AbortController().signal)
