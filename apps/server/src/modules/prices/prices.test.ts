import { CALLS } from '@dr/protocol/calls/index'
import { createPublicClient, fallback, http } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressesOf, type Chain, ONE, startChain } from '../../../test/app/chain.ts'
import { createLogger } from '../../platform/logger.ts'
import { createPricesModule } from './index.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const DEAD_ENDPOINT = 'http://127.0.0.1:9'
/** Prices come only from the chain; history.test.ts tests the stored ones. */
const NO_DATABASE = {
  get read(): never {
    throw new Error('a price was read from the database')
  },
  get single(): never {
    throw new Error('a price was written to the database')
  },
}
const open = (urls: readonly string[]) => {
  const transport = fallback(
    urls.map((url) => http(url, { batch: true, retryCount: 0 })),
    { rank: false, retryCount: 0 },
  )
  const client = createPublicClient({ transport, cacheTime: 0 })
  const contracts = addressesOf(chain.deployment)
  return createPricesModule({ database: NO_DATABASE, client, contracts, logger: createLogger('silent') })
}

describe('prices', () => {
  test('are the oracle’s at the newest block, with block and source', async () => {
    const prices = open([chain.anvil.url])
    const { number, timestamp } = await chain.client.getBlock()
    const [route] = prices.routes
    const answer = CALLS.drgvPrice.response.parse(await route?.handle({} as never))
    expect(answer.DRGV).toMatchObject({
      blockNumber: Number(number),
      blockTime: Number(timestamp),
      source: chain.deployment.contracts.priceOracle.toLowerCase(),
    })
    const within = (price: string, expected: bigint) => {
      const difference = BigInt(price) - expected
      expect(difference <= 10n && difference >= -10n, price).toBe(true) // UQ112x112 rounds down
    }
    within(answer.DRGV.price, ONE / 10n)
    within(answer.DR.price, ONE / 2n)
  })

  test('are two averages of one block where both count: the lower and the higher', async () => {
    const prices = open([chain.anvil.url])
    const block = await prices.newestBlock()
    const averages = await prices.averages('DR', block)
    const [average, lower] = [await prices.quotePrice('DR', block), await prices.valuePrice('DR', block)]
    expect(averages).toMatchObject({ price: average.price, lower: lower.price, block })
    expect([averages.price, averages.price24h].toSorted()).toEqual(
      [averages.lower, averages.higher].toSorted(),
    )
    expect(averages.higher >= averages.lower).toBe(true)
  })

  test('come from the next endpoint when the first one fails', async () => {
    const prices = open([DEAD_ENDPOINT, chain.anvil.url])
    const block = await prices.newestBlock()
    expect((await prices.quotePrice('DR', block)).price > 0n).toBe(true)
  })

  test('are not there when no endpoint answers (30002), and never remembered as such', async () => {
    const prices = open([DEAD_ENDPOINT])
    const refusal = { code: 30002, details: { reason: 'chain-unavailable' } }
    await expect(prices.newestBlock()).rejects.toMatchObject(refusal)
    const { number, timestamp } = await chain.client.getBlock()
    await expect(prices.quotePrice('DR', { number, timestamp })).rejects.toMatchObject(refusal)
    await expect(prices.valuePrice('DRGV', { number, timestamp })).rejects.toMatchObject(refusal)
  })

  test('are asked for once a block, however many want them', async () => {
    const prices = open([chain.anvil.url])
    const block = await prices.newestBlock()
    const quoted = await Promise.all(Array.from({ length: 50 }, () => prices.quotePrice('DR', block)))
    expect(new Set(quoted).size).toBe(1)
    expect((await prices.quotePrice('DR', block)) === quoted[0]).toBe(true)
  })
})
