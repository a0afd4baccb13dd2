import type { Database } from '@dr/server/platform/database/database'
import type { Chain } from '@dr/server/test/app/chain'

/** The product's clock at the chain's newest block: the API alone is measured, so nothing moves it. */
export const startClock = async (database: Database, { client }: Chain): Promise<void> => {
  const { number, hash, timestamp } = await client.getBlock()
  await database.single.query({
    text: `INSERT INTO chain_clock (chain_id, block_number, block_hash, block_timestamp) VALUES (31337, $1, $2, $3)`,
    values: [number, hash, timestamp],
  })
}
