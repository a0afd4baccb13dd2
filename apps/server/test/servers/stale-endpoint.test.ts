/**
 * An API and an indexer as processes whose first RPC endpoint is behind the others, in several ways: quotes
 * are still of the newest block, and valid on the chain.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { digitalRightsAbi, priceOracleAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { voucherCall } from '@dr/protocol/voucher-call'
import { describeOnPostgres, testWallet } from '@dr/test-kit'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import type { Abi, Hex } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Chain, send, startChain } from '../app/chain.ts'
import { prepareData } from '../app/server-data.ts'
import { type Habits, startRpcNode } from './rpc-node.ts'
import { equip } from './scene.ts'
import { figuresOf, startServerProcess } from './server-process.ts'
import { createTestClient } from './test-client.ts'

const ORIGIN = 'http://app.test'
const PATIENCE = { timeout: 60_000, interval: 100 }
const LAG = 20n
/** Age of the market's chain at its newest block, in seconds. */
const HISTORY_SECONDS = 90_200
/** Maximum number of blocks by which a quote is behind the chain: those mined while it is answered. */
const BLOCKS_BEHIND_MAX = 2n
const alice = testWallet('stale endpoint')

describeOnPostgres('an endpoint that is behind', () => {
  let chain: Chain
  beforeAll(async () => {
    // The chain's time is the wall clock's, as in production.
    const timestamp = Math.floor(Date.now() / 1_000) - HISTORY_SECONDS
    chain = await startChain(undefined, { timestamp })
    await equip(chain, alice)
    await chain.anvil.mine(Number(LAG) * 2)
    await chain.anvil.client.setIntervalMining({ interval: 1 })
  })
  afterAll(() => chain.anvil.stop())

  const startNode = async (habits: Habits = {}) => {
    const node = await startRpcNode(chain.anvil.url, habits)
    onTestFinished(() => node.stop())
    return node
  }

  /** An API and an indexer with these endpoints, and Alice signed in. */
  const start = async (urls: readonly string[]) => {
    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    const environment = {
      PORT: '0',
      DATA_DIR: await prepareData(chain),
      RPC_URLS: urls.join(),
      DATABASE_URL: url,
      DATABASE_POOL_MAX: '4',
      PUBLIC_ORIGIN: ORIGIN,
      RATE_LIMIT_FACTOR: '100',
    }
    await startServerProcess(environment, { role: 'indexer' })
    const api = await startServerProcess(environment, { role: 'api' })
    const client = createTestClient(api.port)
    const { data } = await client.get<{ genesisInviteCode: string }>(CALLS.publicConfig.path)
    const signedIn = await client.signIn(alice, CALLS.register.path, {
      origin: ORIGIN,
      more: { inviteCode: data.genesisInviteCode },
    })
    expect(signedIn.code).toBe(0)
    const quote = async (machineCount = 1) => {
      const body = { productId: 'm1', machineCount }
      const request = await client.seal(CALLS.machineSignature.path, body, signedIn.data.token)
      const { code, data: voucher } = (await client.send(request)) as { code: number; data: Voucher }
      return { code, voucher }
    }
    return { api, database, quote }
  }
  type Started = Awaited<ReturnType<typeof start>>

  const nonceOnChain = async (): Promise<bigint> =>
    (await chain.client.readContract({
      address: chain.deployment.contracts.digitalRights,
      abi: digitalRightsAbi,
      functionName: 'nonces',
      args: [alice.address],
    })) as bigint

  const issuedAt = async ({ database }: Started, orderId: string): Promise<bigint> => {
    const { rows } = await database.read.query<{ n: bigint }>({
      text: 'SELECT issued_at_block AS n FROM voucher_order WHERE id = $1',
      values: [orderId],
    })
    return rows[0]?.n ?? 0n
  }

  /** Two purchases, the second as soon as the first is mined: the second's nonce is new on the chain. */
  const expectPurchases = async (server: Started, times = 2): Promise<void> => {
    for (let bought = 0; bought < times; bought += 1) {
      const [head, nonce] = [await chain.client.getBlockNumber(), await nonceOnChain()]
      const { code, voucher } = await server.quote()
      expect(code).toBe(0)
      expect(BigInt(String(voucher.typedData.message.nonce))).toBe(nonce)
      expect(await issuedAt(server, voucher.orderId)).toBeGreaterThanOrEqual(head - BLOCKS_BEHIND_MAX)
      const call = { address: voucher.contract as Hex, abi: digitalRightsAbi as Abi, ...voucherCall(voucher) }
      await send(chain, alice, call) // throws with the contract's reason when it reverts
    }
  }

  const usable = async ({ api }: Started): Promise<(number | undefined)[]> => {
    const figures = [...(await figuresOf(api))]
    return [1, 2, 3].map(
      (place) => figures.find(([name]) => name.startsWith(`rpc_endpoint_usable{endpoint="${place}:`))?.[1],
    )
  }

  test('lags constantly, first of three: from the first quote on all are of the newest block; it is shown, and used again once it has caught up', async () => {
    const nodes = [await startNode({ lag: LAG }), await startNode(), await startNode()]
    const server = await start(nodes.map(({ url }) => url))
    await expectPurchases(server)
    await expect.poll(() => usable(server), PATIENCE).toEqual([0, 1, 1])
    nodes[0]?.become({})
    await expect.poll(() => usable(server), PATIENCE).toEqual([1, 1, 1])
    await expectPurchases(server)
  })

  test('begins to lag under traffic: noticed within the time of two blocks', async () => {
    const nodes = [await startNode(), await startNode(), await startNode()]
    const server = await start(nodes.map(({ url }) => url))
    await expectPurchases(server)
    nodes[0]?.become({ lag: LAG })
    const begun = performance.now()
    await expect.poll(() => usable(server), { timeout: 5_000, interval: 50 }).toEqual([0, 1, 1])
    process.stderr.write(`a lagging endpoint was noticed after ${Math.round(performance.now() - begun)} ms\n`)
    await expectPurchases(server)
  })

  const FAULTS: Readonly<Record<string, Habits>> = {
    'answers from a fresh and a stale node in turn': { lag: LAG, alternates: true },
    'claims blocks of a far future': { claims: 100_000n },
    'claims blocks of a near future': { claims: 1_000n },
    'is down': { down: true },
  }
  test(`the first of three ${Object.keys(FAULTS).join(', then ')}; after each it is used again`, async () => {
    const nodes = [await startNode(), await startNode(), await startNode()]
    const server = await start(nodes.map(({ url }) => url))
    for (const habits of Object.values(FAULTS)) {
      nodes[0]?.become(habits)
      await expectPurchases(server, 4)
      expect(server.api.isAlive()).toBe(true)
      nodes[0]?.become({})
      await expect.poll(() => usable(server), PATIENCE).toEqual([1, 1, 1])
    }
  })

  test('has another history, as the indexer finds: no process asks it for what it quotes, until it is well again', async () => {
    const nodes = [await startNode(), await startNode(), await startNode()]
    const server = await start(nodes.map(({ url }) => url))
    await expectPurchases(server)
    nodes[0]?.become({ forks: true })
    const trouble = async () => {
      const figures = [...(await figuresOf(server.api))]
      return figures.find(([name]) =>
        /^rpc_endpoint_trouble.endpoint="1:.*,trouble="distrusted"/.test(name),
      )?.[1]
    }
    await expect.poll(trouble, PATIENCE).toBe(1)
    const before = nodes[0]?.calls.filter(({ method }) => method === 'eth_call').length
    await expectPurchases(server)
    expect(nodes[0]?.calls.filter(({ method }) => method === 'eth_call').length).toBe(before)
    nodes[0]?.become({})
    await expect.poll(() => usable(server), PATIENCE).toEqual([1, 1, 1])
    await expectPurchases(server)
  })

  const priceAt = (blockNumber: bigint) =>
    chain.client.readContract({
      address: chain.deployment.contracts.priceOracle,
      abi: priceOracleAbi,
      functionName: 'lowerPrice',
      args: [chain.deployment.contracts.drgv],
      blockNumber,
    })

  test('reads prices as they are not: of three, the chain’s is signed; of two, none is', {
    timeout: 600_000, // four processes
  }, async () => {
    const nodes = [await startNode(), await startNode(), await startNode()]
    const urls = nodes.map(({ url }) => url)
    const [server, pair] = await Promise.all([start(urls), start(urls.slice(0, 2))])
    nodes[0]?.become({ scales: 104n })
    const { code, voucher } = await server.quote()
    expect(code).toBe(0)
    const price = BigInt(String(voucher.typedData.message.DRGVPrice))
    expect(price).toBe(await priceAt(await issuedAt(server, voucher.orderId)))
    expect((await pair.quote()).code).toBe(30_002)
    nodes[0]?.become({})
    // A read of the newest block that began before, and will fail, is shared by all who ask for it meanwhile.
    // Of two machines: an open voucher for one, issued some blocks ago, would be given again.
    await expect.poll(async () => (await pair.quote(2)).code, PATIENCE).toBe(0)
    await expectPurchases(pair)
  })

  test('all but the last of three are down, then it is alone with one that lags', async () => {
    const nodes = [await startNode(), await startNode(), await startNode()]
    const server = await start(nodes.map(({ url }) => url))
    nodes[0]?.become({ down: true })
    nodes[1]?.become({ down: true })
    await expectPurchases(server)
    nodes[0]?.become({ lag: LAG })
    await delay(1_000)
    await expectPurchases(server)
  })

  test('is the only one and answers from a fresh and a stale node in turn', async () => {
    const node = await startNode()
    const server = await start([node.url])
    await expectPurchases(server)
    node.become({ lag: LAG, alternates: true })
    await expectPurchases(server, 4)
  })
})
