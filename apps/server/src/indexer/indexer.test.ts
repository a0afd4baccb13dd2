import { type Anvil, describeOnBoth, startAnvil } from '@dr/test-kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createTestIndexer,
  deployToken,
  prepare,
  readSeen,
  seenHandler,
  type Token,
} from '../../test/engines/scripted-chain.ts'
import { chainNow } from '../platform/chain/chain-clock.ts'
import { FatalError, RetryableError } from '../platform/errors.ts'
import { createRegistry } from '../platform/metrics.ts'
import { showSuspense } from './suspense/show-suspense.ts'

let anvil: Anvil
let token: Token
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())
beforeEach(async () => {
  token = await deployToken(anvil)
})

/** Mines each amount in a separate block, and two more blocks on top, so that all of it is final. */
const transferFinal = async (...amounts: bigint[]) => {
  for (const amount of amounts) {
    await token.transfer(amount)
    await anvil.mine()
  }
  await anvil.mine(2)
}

describeOnBoth('indexer', ({ openDatabase }) => {
  const open = async () => prepare(await openDatabase())

  test('sees what is final, two blocks behind, and nothing before', async () => {
    const database = await open()
    const { catchUp } = createTestIndexer({ database, rpcUrls: [anvil.url], token })
    await token.transfer(5n)
    await anvil.mine()
    await catchUp()
    expect(await readSeen(database.read)).toEqual([])
    await anvil.mine()
    await catchUp()
    expect(await readSeen(database.read)).toEqual([])
    await anvil.mine()
    await catchUp()
    expect(await readSeen(database.read)).toEqual([5n])
    const finalized = await anvil.client.getBlock({ blockTag: 'finalized' })
    expect(await chainNow(database.read)).toMatchObject({
      chainId: 31337,
      blockNumber: finalized.number,
      hash: finalized.hash,
      timestamp: finalized.timestamp,
      at: new Date(Number(finalized.timestamp) * 1000),
    })
  })

  test('handles events in the order of the chain, each once, with its block’s time', async () => {
    const database = await open()
    const { catchUp, registry } = createTestIndexer({ database, rpcUrls: [anvil.url], token, rangeMax: 2 })
    await token.transfer(1n, 2n, 3n)
    await anvil.mine()
    await anvil.client.increaseTime({ seconds: 86_400 })
    await transferFinal(4n, 5n)
    await catchUp()
    await catchUp()
    expect(await readSeen(database.read)).toEqual([1n, 2n, 3n, 4n, 5n])
    const { rows } = await database.read.query<{ key: string; block: bigint; time: bigint }>({
      text: 'SELECT key, block, time FROM seen ORDER BY id',
    })
    for (const { block, time } of rows) {
      expect((await anvil.client.getBlock({ blockNumber: block })).timestamp).toBe(time)
    }
    expect(new Set(rows.map(({ key }) => key)).size).toBe(5)
    expect(rows[0]?.key).toMatch(/^chain:31337:0x[0-9a-f]{64}:0$/)
    expect(await registry.getSingleMetricAsString('indexer_events_total')).toContain(
      '{handler="test.transfer"} 5',
    )
  })

  test('an event that cannot be posted goes to suspense; what its handler wrote is rolled back, the others are kept', async () => {
    const database = await open()
    const handler = seenHandler(token.address, async (tx, amount) => {
      if (amount === 2n) throw new FatalError('two is not ours')
      if (amount === 4n) await tx.query({ text: 'SELECT 1/0' })
    })
    const { catchUp, registry } = createTestIndexer({
      database,
      rpcUrls: [anvil.url],
      token,
      handlers: [handler],
    })
    const suspended = () => registry.getSingleMetricAsString('indexer_suspense_events_total')
    expect(await suspended()).toContain('"test.transfer"} 0')
    await transferFinal(1n, 2n, 3n, 4n, 5n)
    await catchUp()
    expect(await readSeen(database.read)).toEqual([1n, 3n, 5n])
    const { rows } = await database.read.query({
      text: 'SELECT handler, error, address, resolved_at, jsonb_array_length(topics) AS topics FROM suspense_event ORDER BY id',
    })
    const common = {
      handler: 'test.transfer',
      address: token.address.toLowerCase(),
      resolved_at: null,
      topics: 3,
    }
    expect(rows).toEqual([
      { ...common, error: 'FatalError: two is not ours' },
      { ...common, error: expect.stringContaining('division by zero') },
    ])
    expect(await suspended()).toContain('"test.transfer"} 2')
    const restarted = createRegistry({ defaults: false })
    showSuspense(database, restarted)
    const waiting = async () => (await restarted.getSingleMetric('suspense_open_events')?.get())?.values
    expect(await waiting()).toMatchObject([{ value: 2 }])
    await anvil.mine(3)
    await catchUp()
    expect(await readSeen(database.read)).toEqual([1n, 3n, 5n])
  })

  test('a passing error in a handler leaves nothing, and the blocks are tried again', async () => {
    const database = await open()
    let trouble = 2
    const handler = seenHandler(token.address, async (_tx, amount) => {
      if (amount === 3n && trouble-- > 0) throw new RetryableError('the database is away')
    })
    const { step, catchUp } = createTestIndexer({
      database,
      rpcUrls: [anvil.url],
      token,
      handlers: [handler],
    })
    await transferFinal(1n, 2n, 3n)
    await expect(step()).rejects.toBeInstanceOf(RetryableError)
    expect(await readSeen(database.read)).toEqual([])
    await expect(step()).rejects.toBeInstanceOf(RetryableError)
    await catchUp()
    expect(await readSeen(database.read)).toEqual([1n, 2n, 3n])
    expect((await database.read.query({ text: 'SELECT 1 FROM suspense_event' })).rowCount).toBe(0)
  })

  test('hooks run once a range, after its events, with the clock at its end, in the same transaction', async () => {
    const database = await open()
    const ranges: [bigint, bigint, number][] = []
    let fail = true
    const hook = {
      name: 'test.hook',
      run: async (
        ...[tx, { from, to }]: Parameters<import('../platform/chain/chain-events.ts').AdvanceHook['run']>
      ) => {
        expect((await chainNow(tx)).blockNumber).toBe(to.number)
        if (fail) throw new RetryableError('not yet')
        ranges.push([from.number, to.number, (await readSeen(tx)).length])
      },
    }
    const { step, catchUp } = createTestIndexer({
      database,
      rpcUrls: [anvil.url],
      token,
      hooks: [hook],
      rangeMax: 2,
    })
    await transferFinal(1n, 2n, 3n)
    await expect(step()).rejects.toThrow('not yet')
    expect(await readSeen(database.read)).toEqual([])
    fail = false
    await catchUp()
    const first = token.startBlock + 1n
    expect(ranges).toEqual([
      [first, first + 1n, 2],
      [first + 2n, first + 2n, 3],
    ])
  })

  test('of two indexers on one database the slower one is refused', async () => {
    const database = await open()
    const [a, b] = [0, 1].map(() => createTestIndexer({ database, rpcUrls: [anvil.url], token, rangeMax: 1 }))
    await transferFinal(1n, 2n, 3n, 4n, 5n, 6n)
    const signal = AbortSignal.timeout(30_000)
    const stop = new AbortController()
    const runs = [a, b].map((indexer) => indexer?.run(AbortSignal.any([signal, stop.signal])))
    await expect.poll(() => readSeen(database.read), { timeout: 20_000 }).toHaveLength(6)
    stop.abort()
    await Promise.all(runs)
    expect(await readSeen(database.read)).toEqual([1n, 2n, 3n, 4n, 5n, 6n])
  })
})
