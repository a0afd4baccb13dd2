/**
 * `node tools/bench/bloom-model.ts`: models the cost of the check of a single endpoint's logs on BNB Smart
 * Chain (ADR 0062). In random blocks, whose log values fill a 2,048-bit bloom, it looks for the product's
 * kinds of events, none of which is there. Prints, by transactions a block: the fill of the bloom, and the
 * share of blocks that must be requested again by hash.
 */
import { randomBytes } from 'node:crypto'
import { addToBloom, coincidenceOf, fillOf } from '@dr/server/indexer/completeness/bloom.rules'
import { COINCIDENCE_MAX, unexplainedKinds } from '@dr/server/indexer/completeness/event-kinds.rules'

/** Number of the product's contracts, and of their kinds of events (`missing-events.test.ts` lists them). */
const CONTRACTS = 16
const KINDS_A_CONTRACT = 4
/** Log values that only one transaction of the block has: accounts, and sometimes a contract. */
const OWN_VALUES = 4
/** Log values that every block has: busy tokens, routers, Transfer, Swap, Sync. */
const COMMON_VALUES = 60
const BLOCKS = 400

const random = (bytes: number) => `0x${randomBytes(bytes).toString('hex')}` as const
const kinds = Array.from({ length: CONTRACTS }, () => random(20)).flatMap((address) =>
  Array.from({ length: KINDS_A_CONTRACT }, () => ({ address, topic: random(32), wanted: [] })),
)

for (const transactions of [25, 50, 100, 150, 200]) {
  let [fill, again, chance] = [0, 0, 0]
  for (let block = 0; block < BLOCKS; block++) {
    const bloom = new Uint8Array(256)
    for (let value = 0; value < COMMON_VALUES + OWN_VALUES * transactions; value++)
      addToBloom(bloom, random(32))
    fill += fillOf(bloom) / BLOCKS
    if (unexplainedKinds(bloom, kinds as never, []).length > 0) again += 1 / BLOCKS
    chance += coincidenceOf(bloom, [random(20), random(32)], []) / BLOCKS
  }
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  process.stdout.write(
    `${transactions} transactions: bloom ${percent(fill)} full, ${percent(again)} of blocks asked again, ` +
      `a missing log proven: ${chance < COINCIDENCE_MAX ? 'yes' : `no (chance ${chance.toExponential(1)})`}\n`,
  )
}
