/**
 * Several endpoints, each a real HTTP server in front of a real chain: one of them fails, lags, or gives
 * other answers.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type Anvil, openSnapshot, startAnvil } from '@dr/test-kit'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  createTestIndexer,
  deployToken,
  forgeHeader,
  prepare,
  readHeader,
  readSeen,
  startEndpoint,
  type Token,
} from '../../test/engines/scripted-chain.ts'
import { chainNow } from '../platform/chain/chain-clock.ts'
import type { Database } from '../platform/database/database.ts'
import { createLogger } from '../platform/logger.ts'
import {
  EndpointsDisagreeError,
  ReorgPastFinalizedError,
  RpcUnreachableError,
  WrongChainError,
} from './errors.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
type Habits = Parameters<typeof startEndpoint>[1]

let anvil: Anvil
let token: Token
beforeAll(async () => {
  anvil = await startAnvil()
  token = await deployToken(anvil)
})
afterAll(() => anvil.stop())

const openEndpoint = async (habits: Habits = {}, url = anvil.url) => {
  const endpoint = await startEndpoint(url, habits)
  let stopped = false
  const stop = async () => {
    if (!stopped) await endpoint.stop()
    stopped = true
  }
  onTestFinished(stop)
  return { ...endpoint, stop }
}

/** An indexer of these endpoints that has caught up, with its metrics and log lines. */
const follow = async (urls: readonly string[], { database }: { database?: Database } = {}) => {
  const opened = database ?? (await prepare(await openSnapshot()))
  if (!database) onTestFinished(() => opened.close())
  const { number: startBlock } = await anvil.client.getBlock()
  await token.transfer(1n)
  await anvil.mine(3)
  const lines: string[] = []
  const indexer = createTestIndexer({
    database: opened,
    rpcUrls: urls,
    token,
    startBlock,
    watchMs: 50,
    logger: createLogger('info', { write: (line) => void lines.push(line) }),
  })
  /** Whether each endpoint is used, in their order. */
  const used = async () => {
    const text = await indexer.registry.getSingleMetricAsString('indexer_endpoint_usable')
    return [...text.matchAll(/^indexer_endpoint_usable\{endpoint="\d+:[^"]+"\} (\d)$/gm)].map(([, value]) =>
      Number(value),
    )
  }
  return { ...indexer, database: opened, lines, used }
}

const run = ({ run: start }: Pick<Awaited<ReturnType<typeof follow>>, 'run'>) => {
  const stop = new AbortController()
  const running = start(stop.signal)
  running.catch(() => undefined) // checked by `end`
  const end = async () => {
    stop.abort()
    await running
  }
  onTestFinished(end)
  return { end, running }
}

/** One more transfer, final; resolves when it has been handled. */
const expectFollows = async (database: Database, amount: bigint): Promise<void> => {
  await token.transfer(amount)
  await anvil.mine(3)
  await expect.poll(async () => (await readSeen(database.read)).at(-1), PATIENCE).toBe(amount)
}

/** Blocks of another chain that are consistent, and follow the previous one. */
const changeHashes = async (answer: string): Promise<string> => {
  const { result, ...rest } = JSON.parse(answer) as { result: unknown }
  if (!Array.isArray(result)) {
    const isHeader = typeof result === 'object' && result !== null && 'parentHash' in result
    return isHeader ? JSON.stringify({ ...rest, result: forgeHeader(result) }) : answer
  }
  const logs = (result as { blockHash: Hex }[]).map(async (log) => {
    const header = await readHeader(anvil, log.blockHash)
    return { ...log, blockHash: forgeHeader(header).hash }
  })
  return JSON.stringify({ ...rest, result: await Promise.all(logs) })
}

const reasons = (lines: readonly string[]) =>
  lines
    .filter((line) => line.includes('is left out'))
    .map((line) => JSON.parse(line) as { endpoint: string; err: { type: string } })
    .map(({ endpoint, err }) => [endpoint.slice(0, 1), err.type])

describe('of several endpoints', () => {
  test('the first goes away: the chain is followed by the next; it comes back: it is used again', async () => {
    const away = { now: false }
    const first = await openEndpoint({ rewrite: (_, answer) => (away.now ? '<html>502</html>' : answer) })
    const second = await openEndpoint()
    const indexer = await follow([first.url, second.url])
    run(indexer)
    await expectFollows(indexer.database, 11n)
    expect(await indexer.used()).toEqual([1, 1])
    away.now = true
    await expectFollows(indexer.database, 12n)
    await expect.poll(indexer.used, PATIENCE).toEqual([0, 1])
    away.now = false
    await expect.poll(indexer.used, PATIENCE).toEqual([1, 1])
    await expectFollows(indexer.database, 13n)
    expect(reasons(indexer.lines)).toContainEqual(['1', 'RpcUnreachableError'])
    expect(indexer.lines.some((line) => line.includes('is used again'))).toBe(true)
  })

  test.each([
    ['the first', true],
    ['the second', false],
  ])('%s is down from the start: its port is closed', async (_, isFirst) => {
    const good = await openEndpoint()
    const down = await openEndpoint()
    await down.stop()
    const indexer = await follow(isFirst ? [down.url, good.url] : [good.url, down.url])
    run(indexer)
    await expectFollows(indexer.database, 21n)
    expect(await indexer.used()).toEqual(isFirst ? [0, 1] : [1, 0])
  })

  test('one that never answers is replaced by the next', async () => {
    const second = await openEndpoint()
    const hanging = { now: false }
    const first = await openEndpoint({
      answer: async () => {
        while (hanging.now) await delay(50)
      },
    })
    const indexer = await follow([first.url, second.url])
    run(indexer)
    await expectFollows(indexer.database, 31n)
    hanging.now = true
    await expectFollows(indexer.database, 32n)
    expect(reasons(indexer.lines)).toContainEqual(['1', 'RpcUnreachableError'])
    hanging.now = false
  })

  test('one that lags is not used until it has caught up', async () => {
    const old = { block: undefined as string | undefined }
    const first = await openEndpoint({
      rewrite: ({ method, params, id }, answer) =>
        old.block !== undefined && method === 'eth_getBlockByNumber' && params[0] === 'finalized'
          ? old.block.replace(/"id":\d+/, `"id":${id}`)
          : answer,
    })
    const second = await openEndpoint()
    const indexer = await follow([first.url, second.url])
    run(indexer)
    await expectFollows(indexer.database, 41n)
    const ask = { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['finalized', false] }
    const options = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ask),
    }
    old.block = await (await fetch(anvil.url, options)).text()
    // Anvil's blocks have the machine's time: eleven seconds make the old one too old.
    await delay(11_000)
    await expectFollows(indexer.database, 42n)
    await expect.poll(indexer.used, PATIENCE).toEqual([0, 1])
    expect(reasons(indexer.lines)).toContainEqual(['1', 'EndpointBehindError'])
    old.block = undefined
    await expect.poll(indexer.used, PATIENCE).toEqual([1, 1])
  })

  test('one with another block at the cursor is not used, whatever its position in the list', async () => {
    const other = await startAnvil() // the same chain id, another history
    onTestFinished(() => other.stop())
    await other.mine(200)
    const good = await openEndpoint()
    for (const urls of [
      [other.url, good.url],
      [good.url, other.url],
    ]) {
      const before = await follow([good.url])
      await before.catchUp() // the database has a cursor
      const indexer = await follow(urls, { database: before.database })
      const { end } = run(indexer)
      await expectFollows(indexer.database, 51n)
      await expect.poll(indexer.used, PATIENCE).toEqual(urls[0] === good.url ? [1, 0] : [0, 1])
      expect(reasons(indexer.lines).map(([, type]) => type)).toContain('ReorgPastFinalizedError')
      await end()
    }
  })

  test('one without eth_getLogs is not used', async () => {
    const first = await openEndpoint({
      refuse: ({ method }) =>
        method === 'eth_getLogs' ? { code: -32601, message: 'not available' } : undefined,
    })
    const second = await openEndpoint()
    const indexer = await follow([first.url, second.url])
    run(indexer)
    await expectFollows(indexer.database, 61n)
    await expect.poll(indexer.used, PATIENCE).toEqual([0, 1])
    expect(reasons(indexer.lines)).toContainEqual(['1', 'LogsNotServedError'])
  })

  test('two against one: the one that says something else about a new block is outvoted', async () => {
    const faulty = { now: false }
    const first = await openEndpoint({ rewrite: (_, answer) => (faulty.now ? changeHashes(answer) : answer) })
    const [second, third] = [await openEndpoint(), await openEndpoint()]
    const indexer = await follow([first.url, second.url, third.url])
    await indexer.check()
    await indexer.catchUp()
    faulty.now = true
    await token.transfer(71n)
    await anvil.mine(3)
    await indexer.catchUp()
    expect(await readSeen(indexer.database.read)).toEqual([1n, 71n])
    const { hash, blockNumber } = await chainNow(indexer.database.read)
    expect((await anvil.client.getBlock({ blockNumber })).hash).toBe(hash)
    expect(await indexer.used()).toEqual([0, 1, 1])
  })

  test('one against one: nothing is written until they agree', async () => {
    const faulty = { now: false }
    const first = await openEndpoint({ rewrite: (_, answer) => (faulty.now ? changeHashes(answer) : answer) })
    const second = await openEndpoint()
    const indexer = await follow([first.url, second.url])
    await indexer.check()
    await indexer.catchUp()
    faulty.now = true
    await token.transfer(81n)
    await anvil.mine(3)
    await expect(indexer.step()).rejects.toBeInstanceOf(EndpointsDisagreeError)
    expect(await readSeen(indexer.database.read)).toEqual([1n])
    faulty.now = false
    await indexer.catchUp()
    expect(await readSeen(indexer.database.read)).toEqual([1n, 81n])
  })

  test('all are down: it waits and goes on by itself; a permanent contradiction halts it', async () => {
    const away = { now: true }
    const habits: Habits = { rewrite: (_, answer) => (away.now ? '<html>502</html>' : answer) }
    const urls = [(await openEndpoint(habits)).url, (await openEndpoint(habits)).url]
    const indexer = await follow(urls)
    await expect(indexer.check()).rejects.toBeInstanceOf(RpcUnreachableError)
    await expect(indexer.step()).rejects.toBeInstanceOf(RpcUnreachableError)
    run(indexer)
    away.now = false
    await expectFollows(indexer.database, 91n)

    const wrong = createTestIndexer({ database: indexer.database, rpcUrls: urls, token, chainId: 56 })
    await expect(wrong.run(AbortSignal.timeout(20_000))).rejects.toBeInstanceOf(WrongChainError)
    const other = await startAnvil()
    onTestFinished(() => other.stop())
    await other.mine(200)
    const elsewhere = createTestIndexer({
      database: indexer.database,
      rpcUrls: [other.url, other.url],
      token,
    })
    await expect(elsewhere.run(AbortSignal.timeout(20_000))).rejects.toBeInstanceOf(ReorgPastFinalizedError)
  })

  test('what is secret in a URL is in no figure and no log line', async () => {
    const second = await openEndpoint()
    const indexer = await follow([
      `${anvil.url}/v3/SECRETKEY?key=SECRETKEY`,
      second.url.replace('//', '//user:SECRETKEY@'),
    ])
    await indexer.check().catch(() => undefined)
    await indexer.catchUp().catch(() => undefined)
    const text = (await indexer.registry.metrics()) + indexer.lines.join('')
    expect(text).toContain('indexer_endpoint_usable{endpoint="1:127.0.0.1:')
    expect(text).not.toContain('SECRETKEY')
  })
})
