import { testUsdtAbi } from '@dr/contracts/abi'
import { type Anvil, describeOnBoth, startAnvil } from '@dr/test-kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createTestIndexer,
  deployToken,
  prepare,
  RECEIVER,
  readSeen,
  seenHandler,
  startEndpoint,
  type Token,
} from '../../test/engines/scripted-chain.ts'
import { batchHandler, type EventHandler } from '../platform/chain/chain-events.ts'
import type { Tx } from '../platform/database/database.ts'
import { FatalError, RetryableError } from '../platform/errors.ts'
import { type LowerHex, lowerHex } from '../platform/hex.ts'

let anvil: Anvil
let token: Token
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())
beforeEach(async () => {
  token = await deployToken(anvil)
})

const OTHER = '0x00000000000000000000000000000000000000aa'

/** Writes its batch by one statement; records the sizes of batches. */
const batches = (options: {
  before?: (amounts: readonly bigint[]) => void
  to?: LowerHex
  lane?: string
  name?: string
}) => {
  const sizes: number[] = []
  const handler: EventHandler = batchHandler({
    name: options.name ?? 'test.batch',
    address: lowerHex(token.address),
    abi: testUsdtAbi,
    event: 'Transfer',
    ...(options.to ? { where: { to: [options.to] } } : {}),
    ...(options.lane ? { lane: options.lane } : {}),
    handleAll: async (tx: Tx, events) => {
      sizes.push(events.length)
      await tx.query({
        text: `INSERT INTO seen (key, amount, block, time, receiver)
          SELECT * FROM unnest($1::text[], $2::numeric[], $3::bigint[], $4::bigint[], $5::text[])`,
        values: [
          events.map(({ key }) => key),
          events.map(({ args }) => args.value),
          events.map(({ blockNumber }) => blockNumber),
          events.map(({ blockTimestamp }) => blockTimestamp),
          events.map(({ args }) => args.to),
        ],
      })
      options.before?.(events.map(({ args }) => args.value))
    },
  })
  return { handler, sizes }
}

const final = async (...blocks: bigint[][]) => {
  for (const amounts of blocks) {
    await token.transfer(...amounts)
    await anvil.mine()
  }
  await anvil.mine(2)
}

describeOnBoth('a batch handler', ({ openDatabase }) => {
  const follow = async (handlers: readonly EventHandler[], rpcUrl = anvil.url) =>
    prepare(await openDatabase()).then((database) => ({
      database,
      ...createTestIndexer({ database, rpcUrls: [rpcUrl], token, handlers }),
    }))

  test('gets the events of a range at once, in order', async () => {
    const { handler, sizes } = batches({})
    const { catchUp, database, registry } = await follow([handler])
    await final([1n, 2n, 3n], [4n], [], [5n, 6n])
    await catchUp()
    expect(await readSeen(database.read)).toEqual([1n, 2n, 3n, 4n, 5n, 6n])
    expect(sizes).toEqual([6])
    expect(await registry.getSingleMetricAsString('indexer_events_total')).toContain('"test.batch"} 6')
  })

  test('beside one that takes single events of the same lane gets single ones too; in a lane of its own not', async () => {
    const single = seenHandler(token.address)
    const together = batches({})
    const apart = batches({ lane: 'test.apart', name: 'test.apart' })
    const { catchUp, database } = await follow([single, together.handler, apart.handler])
    await final([1n, 2n], [3n])
    await catchUp()
    expect(together.sizes).toEqual([1, 1, 1])
    expect(apart.sizes).toEqual([3])
    expect(await readSeen(database.read)).toEqual([1n, 1n, 2n, 2n, 3n, 3n, 1n, 2n, 3n])
  })

  test('that refuses some events puts these into suspense, and has all the others stored', async () => {
    const bad = [4n, 11n, 12n]
    const { handler } = batches({
      before: (amounts) => {
        if (amounts.some((amount) => bad.includes(amount))) throw new FatalError('not ours')
      },
    })
    const { catchUp, database, registry } = await follow([handler])
    const amounts = Array.from({ length: 20 }, (_, index) => BigInt(index + 1))
    await final(amounts.slice(0, 7), amounts.slice(7))
    await catchUp()
    expect(await readSeen(database.read)).toEqual(amounts.filter((amount) => !bad.includes(amount)))
    const { rowCount } = await database.read.query({ text: 'SELECT 1 FROM suspense_event' })
    expect(rowCount).toBe(bad.length)
    const metrics = await registry.getSingleMetricAsString('indexer_events_total')
    expect(metrics).toContain(`"test.batch"} ${20 - bad.length}`)
  })

  test('that fails with a retryable error leaves nothing, and is called again', async () => {
    let trouble = 1
    const { handler } = batches({
      before: () => {
        if (trouble-- > 0) throw new RetryableError('away')
      },
    })
    const { step, catchUp, database } = await follow([handler])
    await final([1n, 2n])
    await expect(step()).rejects.toBeInstanceOf(RetryableError)
    expect(await readSeen(database.read)).toEqual([])
    await catchUp()
    expect(await readSeen(database.read)).toEqual([1n, 2n])
  })

  test('asks the node only for the arguments it wants', async () => {
    const endpoint = await startEndpoint(anvil.url, {})
    const wanted = batches({ to: lowerHex(RECEIVER) })
    const unrelated = batches({ to: OTHER, name: 'test.other' })
    const { catchUp, database } = await follow([wanted.handler, unrelated.handler], endpoint.url)
    await final([1n, 2n])
    await catchUp()
    expect(await readSeen(database.read)).toEqual([1n, 2n])
    expect(unrelated.sizes).toEqual([])
    const requests = endpoint.calls.filter(({ method }) => method === 'eth_getLogs')
    const topics = requests.map(({ params }) => (params[0] as { topics: (string[] | null)[] }).topics)
    expect(topics.every(([, from, to]) => from === null && to?.length === 1)).toBe(true)
    await endpoint.stop()
  })

  test('an event that fits two questions comes once', async () => {
    const filtered = batches({ to: lowerHex(RECEIVER) })
    const all = batches({ name: 'test.all', lane: 'test.all' })
    const { catchUp } = await follow([filtered.handler, all.handler])
    await final([1n, 2n], [3n])
    await catchUp()
    expect([filtered.sizes, all.sizes]).toEqual([[3], [3]])
  })

  test('is written while the next range is fetched, through any size of range', async () => {
    const { handler, sizes } = batches({})
    const database = await prepare(await openDatabase())
    const { catchUp } = createTestIndexer({
      database,
      rpcUrls: [anvil.url],
      token,
      handlers: [handler],
      rangeMax: 2,
    })
    const amounts = Array.from({ length: 9 }, (_, index) => BigInt(index + 1))
    await final(...amounts.map((amount) => [amount]))
    await catchUp()
    expect(await readSeen(database.read)).toEqual(amounts)
    expect(sizes).toEqual([2, 2, 2, 2, 1])
  })
})
