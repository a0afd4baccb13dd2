import type { Database } from '@dr/server/platform/database/database'
import type { Chain } from '@dr/server/test/app/chain'

/** Sets the product's clock to the chain's newest block: without an indexer it does not move. */
export const startClock = async (database: Database, { client }: Chain): Promise<void> => {
  const { number, hash, timestamp } = await client.getBlock()
  await database.single.query({
    text: `INSERT INTO chain_clock (chain_id, block_number, block_hash, block_timestamp) VALUES (31337, $1, $2, $3)`,
    values: [number, hash, timestamp],
  })
}
