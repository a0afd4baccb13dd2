/** Several endpoints with faults, each a real HTTP server in front of a real chain, as seen through viem. */
import { type Anvil, startAnvil, testWallet } from '@dr/test-kit'
import { createPublicClient } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Habits, startRpcNode } from '../../../../test/servers/rpc-node.ts'
import { lowerHex } from '../../hex.ts'
import { createLogger } from '../../logger.ts'
import { createRegistry } from '../../metrics.ts'
import { readViewsCall, viewsCall } from '../chain-views.ts'
import { endpointFingerprint } from './endpoint-name.ts'
import { openChain } from './open-chain.ts'

const CHAIN_ID = 31_337
const { address } = testWallet('transport')
/** Answers 100. */
const HUNDRED = `0x${'d'.repeat(40)}` as const
const REVERTING = `0x${'e'.repeat(40)}` as const
const LAG = 50n
/** A call that took this long has waited for an endpoint's time-out of 4 s: nothing else takes as long. */
const TIMEOUT_NEARLY_MS = 3_500
/** Minimum time between two rounds of asking all, about that of a block. */
const ROUND_MS = 450

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil({ timestamp: Math.floor(Date.now() / 1_000) - 1_000 })
  await anvil.client.mine({ blocks: 100, interval: 1 }) // at a pace that a chain can have
})
afterAll(() => anvil.stop())
/** A balance that another block does not have. */
let balance = 0n
beforeEach(async () => {
  balance += 1n
  await anvil.client.setBalance({ address, value: balance })
  await anvil.mine()
})

const open = async (habits: readonly Habits[]) => {
  const nodes = await Promise.all(
    habits.map(async (habit) => {
      const node = await startRpcNode(anvil.url, { ...habit })
      onTestFinished(() => node.stop())
      return node
    }),
  )
  const distrusted = new Set<string>()
  const registry = createRegistry({ defaults: false })
  const lines: string[] = []
  const transport = openChain({
    rpcUrls: nodes.map(({ url }) => url),
    chainId: CHAIN_ID,
    logger: createLogger('info', { write: (line) => void lines.push(line) }),
    registry,
    readDistrusted: async () => distrusted,
    confirmed: [lowerHex(HUNDRED)],
  })
  const client = createPublicClient({ transport, cacheTime: 0 })
  /** Number of such requests to each since the last call. */
  const countOf = (method: string) =>
    nodes.map(({ calls }) => {
      const found = calls.filter((call) => call.method === method).length
      calls.length = 0
      return found
    })
  const usable = async () => {
    const text = await registry.getSingleMetricAsString('rpc_endpoint_usable')
    return [...text.matchAll(/^rpc_endpoint_usable\{[^}]*\} (\d)$/gm)].map(([, value]) => Number(value))
  }
  return { client, nodes, distrusted, countOf, usable, lines }
}

const headOf = () => anvil.client.getBlockNumber()

test('the newest block is the newest of any endpoint, at once, whichever are behind', async () => {
  for (const habits of [
    [{ lag: LAG }, {}, {}],
    [{ lag: LAG }, { lag: LAG }, {}],
    [{ lag: LAG, alternates: true }, {}],
    [{ claims: 100_000n }, {}, {}],
    [{ claims: 1_000n }, {}],
    [{ shifts: 10n }, {}],
    [{ down: true }, {}],
  ]) {
    const { client } = await open(habits)
    expect([habits, await client.getBlockNumber()]).toEqual([habits, await headOf()])
    const { number, timestamp } = await anvil.client.getBlock()
    expect(await client.getBlock()).toMatchObject({ number, timestamp })
  }
})

test('answers that are behind what was shown are no newest block: it is waited for, then refused', async () => {
  for (const habits of [[{}], [{}, { lag: LAG }]]) {
    const { client, nodes } = await open(habits)
    await client.getBlockNumber()
    const [node] = nodes
    node?.become(habits.length > 1 ? { down: true } : { lag: LAG })
    await anvil.mine(3)
    await expect(client.getBlockNumber()).rejects.toThrow()
    if (habits.length > 1) continue
    const asked = client.getBlockNumber()
    setTimeout(() => node?.become({}), 100)
    expect(await asked).toBe(await headOf())
  }
})

test('a single one that answers from two nodes in turn is asked again when its first block is old', async () => {
  const { client, nodes } = await open([{}])
  nodes[0]?.become({ lag: LAG, alternates: true })
  await fetch(nodes[0]?.url ?? '', {
    method: 'POST',
    body: JSON.stringify({ id: 1, method: 'eth_chainId', params: [] }),
  }) // and it is the stale one's turn
  for (let times = 0; times < 2; times += 1) {
    expect(await client.getBlockNumber()).toBe(await headOf())
    await anvil.mine()
    await new Promise((resolve) => setTimeout(resolve, 1_100))
  }
})

test('what is final is not asked of an endpoint that is behind', async () => {
  const { client } = await open([{ lag: LAG }, {}])
  expect((await client.getBlock({ blockTag: 'finalized' })).number).toBe((await headOf()) - 2n)
})

test('all that is read at the newest block is asked for by its number', async () => {
  const { client, nodes } = await open([{ lag: LAG }, {}])
  expect(await client.getBalance({ address })).toBe(balance)
  expect(await client.getCode({ address })).toBeUndefined()
  expect(await client.getTransactionCount({ address, blockTag: 'latest' })).toBe(0)
  expect(await client.call({ to: address, data: '0x' })).toEqual({ data: undefined })
  const reads = nodes
    .flatMap(({ calls }) => calls)
    .filter(({ method }) => /_(?:call|get(?:Balance|Code|TransactionCount))$/.test(method))
  expect(new Set(reads.map(({ method }) => method)).size).toBe(4)
  const head = `0x${(await headOf()).toString(16)}`
  expect(reads.map(({ params }) => params[1])).toEqual(reads.map(() => head))
})

test('an endpoint without the block is passed over; a block that none has yet is waited for', async () => {
  const { client, nodes } = await open([{}, {}])
  const head = await client.getBlockNumber()
  nodes[0]?.become({ lag: LAG })
  expect(await client.getBalance({ address, blockNumber: head })).toBe(balance)
  expect((await client.getBlock({ blockNumber: head })).number).toBe(head)
  const next = Promise.all([
    client.getBalance({ address, blockNumber: head + 1n }),
    client.getBlock({ blockNumber: head + 1n }),
  ])
  setTimeout(() => void anvil.mine(), 150)
  expect((await next)[1].number).toBe(head + 1n)
})

test('a revert is the chain’s answer: no other endpoint is asked', async () => {
  const { client, countOf } = await open([{}, {}])
  await anvil.client.setCode({ address: REVERTING, bytecode: '0x5f5ffd' })
  await client.getBlockNumber()
  countOf('eth_call')
  await expect(client.call({ to: REVERTING, data: '0x' })).rejects.toThrow()
  expect(countOf('eth_call')).toEqual([1, 0])
})

test('batched views never revert: an endpoint that says so is passed over', async () => {
  const { client } = await open([{ reverts: true }, {}])
  const views = [{ address, selector: '0x00000000' }] as const
  expect(readViewsCall((await client.call({ data: viewsCall(views) })).data ?? '', 1)).toHaveLength(1)
})

test.each<{ habits: readonly Habits[]; said: bigint | undefined; usable?: number[] }>([
  { habits: [{}, {}], said: 100n, usable: [1, 1] },
  { habits: [{ scales: 104n }, {}, {}], said: 100n, usable: [0, 1, 1] },
  { habits: [{}, { scales: 104n }, {}], said: 100n, usable: [1, 0, 1] },
  { habits: [{ scales: 104n }, {}], said: undefined, usable: [1, 1] },
  { habits: [{ scales: 104n }, {}, { scales: 96n }], said: undefined },
  { habits: [{}, { down: true }], said: 100n },
  { habits: [{}, { lag: LAG }], said: 100n },
  { habits: [{ scales: 104n }], said: 104n },
])('a contract that needs a second word, of $habits: $said', async ({ habits, said, usable: wanted }) => {
  await anvil.client.setCode({ address: HUNDRED, bytecode: '0x60645f5260205ff3' })
  await anvil.mine()
  const { client, usable } = await open(habits)
  const asked = client.call({ to: HUNDRED, data: '0x' })
  if (said === undefined) await expect(asked).rejects.toThrow('read different things')
  else expect(BigInt((await asked).data ?? 0)).toBe(said)
  if (wanted) expect(await usable()).toEqual(wanted)
})

test('one that the indexer does not believe is not asked; a single one is', async () => {
  const { client, nodes, distrusted, countOf, usable } = await open([{}, {}])
  distrusted.add(endpointFingerprint(nodes[0]?.url ?? ''))
  await client.getBlockNumber()
  countOf('eth_getBalance')
  expect(await client.getBalance({ address })).toBe(balance)
  expect(countOf('eth_getBalance')).toEqual([0, 1])
  expect(await usable()).toEqual([0, 1])
  const alone = await open([{}])
  alone.distrusted.add(endpointFingerprint(alone.nodes[0]?.url ?? ''))
  expect(await alone.client.getBalance({ address })).toBe(balance)
})

test('one that hangs costs one call its time-out, and none once it has been left out', {
  timeout: 30_000,
}, async () => {
  const { client, nodes } = await open([{}, {}])
  await client.getBlockNumber()
  nodes[0]?.become({ hangs: true })
  const slow: number[] = []
  const end = performance.now() + 12_000
  while (performance.now() < end) {
    const begun = performance.now()
    await client.getBlockNumber()
    if (performance.now() - begun > TIMEOUT_NEARLY_MS) slow.push(Math.round(performance.now() - begun))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(slow.length).toBeLessThanOrEqual(1)
})

test('figures wait for no endpoint that hangs', async () => {
  for (const habits of [[{ hangs: true }, {}], [{ hangs: true }]]) {
    const { usable } = await open(habits)
    const begun = performance.now()
    await usable()
    expect(performance.now() - begun).toBeLessThan(2_500)
  }
})

test('under traffic the others are asked about once a block, the preferred one alone each time', async () => {
  const { client, countOf } = await open([{}, {}, {}])
  await client.getBlockNumber()
  countOf('eth_getBlockByNumber')
  const begun = performance.now()
  let [times, slowest] = [0, 0]
  for (let asked = begun; asked - begun < 2_000; times += 1) {
    await client.getBlockNumber()
    slowest = Math.max(slowest, performance.now() - asked)
    asked = performance.now()
  }
  const took = performance.now() - begun
  const [first = 0, ...others] = countOf('eth_getBlockByNumber')
  expect(first).toBeGreaterThanOrEqual(times)
  // A round begins with a call: a slow machine, whose calls are rarer, begins fewer; in two seconds 3 to 5.
  for (const count of others) {
    expect(count).toBeGreaterThanOrEqual(Math.max(1, Math.floor(took / (ROUND_MS + slowest)) - 1))
    expect(count).toBeLessThanOrEqual(Math.floor(took / ROUND_MS) + 1)
  }
})

test('one that falls behind is found under traffic within a second; with no traffic when the figures are read', async () => {
  const { client, nodes, usable, lines } = await open([{}, {}])
  await client.getBlockNumber()
  nodes[0]?.become({ lag: LAG })
  expect(await client.getBlockNumber()).toBe(await headOf())
  expect(lines.some((line) => line.includes('is left out of calls') && line.includes('behind'))).toBe(true)
  expect(await usable()).toEqual([0, 1])
  const idle = await open([{ lag: LAG }, {}])
  expect(await idle.usable()).toEqual([0, 1])
})
