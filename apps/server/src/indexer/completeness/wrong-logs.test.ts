/**
 * Endpoints that omit logs, or give wrong answers, in front of a real chain: no event may be lost, booked
 * twice, or false.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { testUsdtAbi } from '@dr/contracts/abi'
import { type Anvil, openSnapshot, startAnvil } from '@dr/test-kit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  type Faults,
  HEADER_FAULTS,
  LOG_FAULTS,
  OMISSIONS,
  type Omission,
  startFaultyEndpoint,
} from '../../../test/engines/faulty-endpoint.ts'
import {
  createTestIndexer,
  deployToken,
  prepare,
  RECEIVER,
  readSeen,
  type Token,
} from '../../../test/engines/scripted-chain.ts'
import { chainNow, readChainClock } from '../../platform/chain/chain-clock.ts'
import { type ChainNumber, countedEvent, readChainNumbers } from '../../platform/chain/chain-numbers.ts'
import { selectorOf } from '../../platform/chain/chain-views.ts'
import type { Database } from '../../platform/database/database.ts'
import { lowerHex } from '../../platform/hex.ts'
import { EndpointsDisagreeError, WrongHeaderError, WrongLogsError } from '../errors.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }

let anvil: Anvil
let token: Token
/** Amounts of earlier tests' tokens do not count: each token is new. */
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())

const received = (): ChainNumber => ({
  name: 'test.received',
  view: { address: token.address, selector: selectorOf(testUsdtAbi, 'balanceOf'), argument: RECEIVER },
  events: [
    countedEvent({
      address: token.address,
      abi: testUsdtAbi,
      event: 'Transfer',
      add: ({ to, value }) => (lowerHex(to) === lowerHex(RECEIVER) ? value : 0n),
    }),
  ],
})

/** Some blocks with one to three transfers each, some without, all final. */
const transferMany = async (from: bigint): Promise<bigint[]> => {
  const sent: bigint[] = []
  for (const count of [1, 3, 0, 2, 1, 1, 0, 3, 2, 1, 1, 1]) {
    const amounts = Array.from({ length: count }, (_, index) => from + BigInt(sent.length + index))
    if (count > 0) await token.transfer(...amounts)
    await anvil.mine()
    sent.push(...amounts)
  }
  await anvil.mine(3)
  return sent
}

const open = async (
  faults: readonly (Omission | Faults | undefined)[],
  options: { patienceMs?: number; numbers?: [] } = {},
) => {
  token = await deployToken(anvil)
  const endpoints = await Promise.all(
    faults.map((one) => startFaultyEndpoint(anvil.url, typeof one === 'function' ? { omits: one } : one)),
  )
  const database = await prepare(await openSnapshot())
  onTestFinished(async () => {
    for (const { stop } of endpoints) await stop()
    await database.close()
  })
  const indexer = createTestIndexer({
    database,
    rpcUrls: endpoints.map(({ url }) => url),
    token,
    numbers: [received()],
    watchMs: 200,
    ...options,
  })
  const start = () => {
    const stop = new AbortController()
    const running = indexer.run(stop.signal)
    running.catch(() => undefined)
    const end = async () => {
      stop.abort()
      await running
    }
    onTestFinished(end)
    return end
  }
  const gap = async () => (await readChainNumbers(database.read))[0]?.gap
  /** Whether each endpoint is used, in their order. */
  const used = async () => {
    const text = await indexer.registry.getSingleMetricAsString('indexer_endpoint_usable')
    return [...text.matchAll(/^indexer_endpoint_usable\{[^}]*\} (\d)$/gm)].map(([, value]) => Number(value))
  }
  return { ...indexer, database, endpoints, start, gap, used }
}

describe.each(Object.entries(OMISSIONS))('an endpoint leaves out %s', (name, omits) => {
  const isLate = name.includes('late')

  test.each([
    ['the first of two', [omits, undefined]],
    ['the second of two', [undefined, omits]],
    ['two of three', [omits, omits, undefined]],
    ['two of three, the second one honest', [omits, undefined, omits]],
  ] as const)('%s: all is booked once, in order, while it goes on', async (_, omissions) => {
    const { start, database } = await open(omissions)
    const before = await transferMany(1n) // to catch up with
    start()
    await expect.poll(() => readSeen(database.read), PATIENCE).toEqual(before)
    const after = await transferMany(100n) // near the head
    if (isLate) await anvil.mine(6)
    await expect.poll(() => readSeen(database.read), PATIENCE).toEqual([...before, ...after])
  })

  test('the only one: nothing is written without its logs, and all is booked once it has them', async () => {
    const { start, database, endpoints, gap } = await open([omits])
    const before = await transferMany(1n)
    start()
    await delay(1_500)
    const seen = await readSeen(database.read)
    expect(before.slice(0, seen.length)).toEqual(seen)
    const after = await transferMany(100n)
    await delay(500)
    const [endpoint] = endpoints
    if (endpoint) endpoint.state.omits = undefined
    await expect.poll(() => readSeen(database.read), PATIENCE).toEqual([...before, ...after])
    expect(await gap()).toBe(0n)
  })
})

/** Expects block times of all booked events to be the chain's own. */
const expectTrueTimes = async (database: Database): Promise<void> => {
  const { rows } = await database.read.query<{ block: bigint; time: bigint }>({
    text: 'SELECT DISTINCT block, time FROM seen',
  })
  for (const { block, time } of rows)
    expect((await anvil.client.getBlock({ blockNumber: block })).timestamp).toBe(time)
  const { blockNumber, timestamp } = await chainNow(database.read)
  expect((await anvil.client.getBlock({ blockNumber })).timestamp).toBe(timestamp)
}

/** Expects these amounts to be booked, under the hashes of the chain's own transactions. */
const expectTrueEvents = async (database: Database, sent: readonly bigint[]): Promise<void> => {
  expect(await readSeen(database.read)).toEqual(sent)
  const { rows } = await database.read.query<{ key: string; block: bigint }>({
    text: 'SELECT key, block FROM seen',
  })
  for (const { key, block } of rows)
    expect((await anvil.client.getBlock({ blockNumber: block })).transactions).toContain(key.split(':')[2])
}

describe.each(Object.entries(HEADER_FAULTS))('an endpoint gives its headers %s', (_, header) => {
  test('the first of three: it is left out, and all is booked with the chain’s times', async () => {
    const { catchUp, database, used } = await open([{ header }, {}, {}])
    const sent = await transferMany(1n)
    await catchUp()
    expect(await readSeen(database.read)).toEqual(sent)
    await expectTrueTimes(database)
    expect(await used()).toEqual([0, 1, 1])
  })

  test('the only one: nothing is written until it is honest', async () => {
    const { catchUp, database, endpoints } = await open([{ header }])
    const sent = await transferMany(1n)
    await expect(catchUp()).rejects.toBeInstanceOf(WrongHeaderError)
    expect(await readChainClock(database.read)).toBe(undefined)
    for (const { state } of endpoints) state.header = undefined
    await catchUp()
    expect(await readSeen(database.read)).toEqual(sent)
    await expectTrueTimes(database)
  })
})

const { 'another transaction': otherTransaction, 'ten times the amount': otherAmount } = LOG_FAULTS

describe('an endpoint gives its logs', () => {
  test.each([
    ['another transaction, the first of two', otherTransaction, [0, 1]],
    ['another transaction, the second of two', otherTransaction, [1, 0]],
    ['another transaction, the first of three', otherTransaction, [0, 1, 1]],
    ['ten times the amount, the first of three', otherAmount, [0, 1, 1]],
    ['ten times the amount, the second of three', otherAmount, [1, 0, 1]],
  ])('%s: all is booked as the chain has it; it is used again once it is honest', async (_, log, left) => {
    const faults = left.map((isHonest) => (isHonest ? {} : { log }))
    const { catchUp, check, database, endpoints, used } = await open(faults)
    const sent = await transferMany(1n)
    await catchUp()
    await expectTrueEvents(database, sent)
    expect(await used()).toEqual(left)
    await check()
    expect(await used()).toEqual(left)
    for (const { state } of endpoints) state.log = undefined
    await check()
    expect(await used()).toEqual(left.map(() => 1))
  })

  test('another transaction, the only one: nothing is written until it is honest', async () => {
    const { catchUp, database, endpoints } = await open([{ log: otherTransaction }])
    const sent = await transferMany(1n)
    await expect(catchUp()).rejects.toBeInstanceOf(WrongLogsError)
    for (const { state } of endpoints) state.log = undefined
    await catchUp()
    await expectTrueEvents(database, sent)
  })

  test('ten times the amount, one of two: nothing is written', async () => {
    const { catchUp, database } = await open([{ log: otherAmount }, {}])
    await transferMany(1n)
    const refused = catchUp()
    await expect(refused).rejects.toBeInstanceOf(EndpointsDisagreeError)
    await expect(refused).rejects.toThrow(/log \d+ of block \d+ .* is so at 1:.*, and other or none at 2:/)
    expect(await readSeen(database.read)).toEqual([])
  })
})

/** Raises the number by one (see `viewsCall`: the second word of the answer). */
const falseNumbers = (answer: string): string =>
  answer.slice(0, 66) +
  (BigInt(`0x${answer.slice(66, 130)}`) + 1n).toString(16).padStart(64, '0') +
  answer.slice(130)

describe('an endpoint reads false numbers from contracts', () => {
  test.each([
    ['the first of two', [0, 1]],
    ['the first of three', [0, 1, 1]],
  ])('%s: it is left out, at once, until it is honest', async (_, left) => {
    const faults = left.map((isHonest) => (isHonest ? {} : { call: falseNumbers }))
    const { catchUp, check, database, endpoints, used, gap } = await open(faults)
    const sent = await transferMany(1n)
    await catchUp()
    expect(await readSeen(database.read)).toEqual(sent)
    expect(await gap()).toBe(0n)
    expect((await used())[0]).toBe(0)
    await check()
    expect((await used())[0]).toBe(0)
    for (const { state } of endpoints) state.call = undefined
    await check()
    expect(await used()).toEqual(left.map(() => 1))
  })
})

describe('when patience is over', () => {
  test('the gap is kept, and mended by itself once an endpoint has the logs', async () => {
    const { start, database, endpoints, gap } = await open([OMISSIONS['every third log']], {
      patienceMs: 300,
    })
    const before = await transferMany(1n)
    start()
    await expect.poll(async () => ((await gap()) ?? 0n) > 0n, PATIENCE).toBe(true)
    const after = await transferMany(100n)
    await expect
      .poll(async () => (await readChainClock(database.read))?.blockNumber, PATIENCE)
      .toBe((await anvil.client.getBlock({ blockTag: 'finalized' })).number)
    expect((await readSeen(database.read)).length).toBeLessThan(before.length + after.length)
    const [endpoint] = endpoints
    if (endpoint) endpoint.state.omits = undefined
    await expect.poll(gap, PATIENCE).toBe(0n)
    const seen = await readSeen(database.read)
    expect(seen.toSorted((a, b) => Number(a - b))).toEqual([...before, ...after])
  })
})
