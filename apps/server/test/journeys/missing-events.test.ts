/** Events that the only endpoint omitted: noticed by the chain's numbers, booked later, none twice. */
import { fileURLToPath } from 'node:url'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnBoth, openSnapshot, openTestPostgres, runToEnd } from '@dr/test-kit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { showGaps } from '../../src/indexer/index.ts'
import { auditLedger } from '../../src/modules/ledger/index.ts'
import { chainNow } from '../../src/platform/chain/chain-clock.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { prepareData } from '../app/server-data.ts'
import { type Chain, startChain, startTestApp, type TestApp, type TestUser } from '../app/test-app.ts'
import { OMISSIONS, startFaultyEndpoint } from '../engines/faulty-endpoint.ts'

const REREAD = fileURLToPath(new URL('../../src/bin/reread-blocks.ts', import.meta.url))
/** Longer than any voucher's lifetime. */
const PAST_DEADLINE_SECONDS = 3_600

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

/** Reasons why no number of the chain has to cover an event. */
const NOT_COUNTED: readonly { readonly handlers: RegExp; readonly reason: string }[] = [
  { handlers: /^prices\./, reason: 'moves nothing: history of prices' },
  { handlers: /^solvency\.(setting-|announced|carried-out|cancelled)/, reason: 'moves nothing: settings' },
]

const openApp = async (database: Database) => {
  const endpoint = await startFaultyEndpoint(chain.anvil.url)
  onTestFinished(endpoint.stop)
  const indexer = { rpcUrls: [endpoint.url], patienceMs: 0 }
  const app = await startTestApp(chain, database, { indexer })
  showGaps(database, app.registry)
  return { app, endpoint }
}

const gapsOf = async ({ registry }: TestApp): Promise<Record<string, number>> =>
  Object.fromEntries(
    [...(await registry.metrics()).matchAll(/^chain_number_gap\{number="([^"]+)"\} (\S+)$/gm)]
      .map(([, name = '', value]): [string, number] => [name, Number(value)])
      .filter(([, value]) => value !== 0),
  )

/** Buys a machine; returns the id of its order. */
const buyMachine = async (app: TestApp, user: TestUser): Promise<string> => {
  const buy = await app.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 1 })
  await app.redeem(buy, user.wallet)
  await app.finalize()
  return buy.orderId
}

const statusOf = async ({ database }: TestApp, orderId: string): Promise<string | undefined> =>
  (
    await database.read.query<{ status: string }>({
      text: 'SELECT status FROM voucher_order WHERE id = $1',
      values: [orderId],
    })
  ).rows[0]?.status

test('every event that a handler takes is covered by a number of the chain, or needs none', async () => {
  const { composition } = await startTestApp(chain, await openSnapshot())
  const { eventHandlers, chainNumbers } = composition
  const counted = new Set(chainNumbers.flatMap(({ events }) => events.map((e) => `${e.address} ${e.topic}`)))
  const open = eventHandlers.filter(
    ({ name, address, topic }) =>
      !counted.has(`${address} ${topic}`) && !NOT_COUNTED.some(({ handlers }) => handlers.test(name)),
  )
  expect(open.map(({ name }) => name)).toEqual([])
  const names = chainNumbers.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

describeOnBoth('a purchase without its event', ({ openDatabase }) => {
  test('shows in every process’s figures, keeps its order open, and is booked by itself', async () => {
    const { app, endpoint } = await openApp(await openDatabase())
    const user = await app.newUser('buyer')
    await app.finalize()
    endpoint.state.omits = OMISSIONS['no logs at all']
    const orderId = await buyMachine(app, user)
    await app.travel(PAST_DEADLINE_SECONDS)
    expect(await gapsOf(app)).toMatchObject({ 'mining.purchases': 1 })
    expect(await statusOf(app, orderId)).toBe('open')
    expect(await app.indexer.mend()).toBe(true)

    endpoint.state.omits = undefined
    expect(await app.indexer.mend()).toBe(false)
    expect(await gapsOf(app)).toEqual({})
    expect(await statusOf(app, orderId)).toBe('used')
    const { machines } = await app.call(CALLS.miningInfo, user, {})
    expect(Object.values(machines).reduce((sum, count) => sum + count, 0)).toBe(1)

    const unused = await app.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 1 })
    await app.travel(PAST_DEADLINE_SECONDS)
    // Expired, by the stored form for the released program.
    expect(await statusOf(app, unused.orderId)).toBe('lapsed')
    expect(await auditLedger(app.database.read)).toEqual([])
  })
})

describe('the operator’s command (postgres)', () => {
  test('books what is missing while the indexer goes on; run twice it books nothing more', async () => {
    const { url, database } = await openTestPostgres()
    const { app, endpoint } = await openApp(database)
    const user = await app.newUser('buyer')
    await app.finalize()
    const { blockNumber: before } = await chainNow(database.read)
    endpoint.state.omits = OMISSIONS['no logs at all']
    await buyMachine(app, user)
    endpoint.state.omits = undefined
    const { blockNumber: after } = await chainNow(database.read)
    const environment = {
      DATA_DIR: await prepareData(chain),
      RPC_URLS: `${endpoint.url},${chain.anvil.url}`,
      DATABASE_URL: url,
    }
    const run = (...blocks: string[]) => runToEnd(REREAD, blocks, environment)
    const first = run(`${before + 1n}`, `${after}`)
    for (let step = 0; step < 10; step++) await app.finalize()
    expect(await first).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /"found":\d+,"alreadyBooked":0,"bookedFalsely":0,"booked":[1-9]\d*,"refused":0/,
      ),
    })
    expect(await gapsOf(app)).toEqual({})
    expect(await run(`${before + 1n}`, `${after}`)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/"booked":0,"refused":0/),
    })
    const { machines } = await app.call(CALLS.miningInfo, user, {})
    expect(Object.values(machines).reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await run('1', '2x')).toMatchObject({ code: 2, error: expect.stringContaining('usage') })
    expect(await run(`${before + 1n}`, '99999999')).toMatchObject({
      code: 1,
      error: expect.stringContaining('cannot be read again'),
    })
  })
})
