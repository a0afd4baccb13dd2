import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Anvil, describeOnBoth, openSnapshot, startAnvil } from '@dr/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestIndexer,
  deployToken,
  forgeHeader,
  prepare,
  readSeen,
  startEndpoint,
  type Token,
} from '../../test/engines/scripted-chain.ts'
import type { Database } from '../platform/database/database.ts'
import {
  ChainBehindDatabaseError,
  LogsNotServedError,
  ReorgPastFinalizedError,
  RpcInconsistentError,
  RpcUnreachableError,
  WrongChainError,
} from './errors.ts'

let anvil: Anvil
let token: Token
beforeAll(async () => {
  anvil = await startAnvil()
  token = await deployToken(anvil)
})
afterAll(() => anvil.stop())

const withDatabase = async (work: (database: Database) => Promise<void>) => {
  const database = await prepare(await openSnapshot())
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

const blocksIn = (params: unknown[]): number => {
  const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
  return Number(BigInt(toBlock) - BigInt(fromBlock)) + 1
}

const changeResult = (answer: string, change: (result: object) => object): string => {
  const { result, ...rest } = JSON.parse(answer) as { result: object }
  return JSON.stringify({ ...rest, result: change(result) })
}

describe('an endpoint', () => {
  test('that refuses large ranges is asked for smaller ones, and for larger ones again', () =>
    withDatabase(async (database) => {
      await token.transfer(1n)
      await anvil.mine(40)
      await token.transfer(2n)
      await anvil.mine(40)
      const endpoint = await startEndpoint(anvil.url, {
        refuse: ({ method, params }) =>
          method === 'eth_getLogs' && blocksIn(params) > 10
            ? { code: -32005, message: 'query returned more than 10 results' }
            : undefined,
      })
      const { catchUp } = createTestIndexer({ database, rpcUrls: [endpoint.url], token })
      await catchUp()
      expect(await readSeen(database.read)).toEqual([1n, 2n])
      const ranges = endpoint.calls
        .filter(({ method }) => method === 'eth_getLogs')
        .map(({ params }) => blocksIn(params))
      expect(
        ranges.filter((blocks) => blocks <= 10).reduce((sum, blocks) => sum + blocks, 0),
      ).toBeGreaterThanOrEqual(78)
      expect(ranges.slice(1).some((blocks, index) => blocks > (ranges[index] ?? 0))).toBe(true)
      await endpoint.stop()
    }))

  test.each([
    ['no block times', ''],
    ['false ones', '"blockTimestamp":"0x1",'],
  ])('whose logs have %s costs one question a block', (_, time) =>
    withDatabase(async (database) => {
      const { number: startBlock } = await anvil.client.getBlock()
      for (const amounts of [[1n, 2n], [3n], [4n, 5n]]) {
        await token.transfer(...amounts)
        await anvil.mine()
      }
      await anvil.mine(3)
      const endpoint = await startEndpoint(anvil.url, {
        rewrite: ({ method }, answer) =>
          method === 'eth_getLogs' ? answer.replaceAll(/"blockTimestamp":"0x[0-9a-f]+",/g, time) : answer,
      })
      const { step } = createTestIndexer({ database, rpcUrls: [endpoint.url], token, startBlock })
      await step()
      const { rows } = await database.read.query<{ block: bigint; time: bigint }>({
        text: 'SELECT block, time FROM seen',
      })
      expect(rows).toHaveLength(5)
      for (const { block, time } of rows) {
        expect((await anvil.client.getBlock({ blockNumber: block })).timestamp).toBe(time)
      }
      const headers = endpoint.calls.filter(({ method }) => method === 'eth_getBlockByNumber')
      // finalized, the first block, the last one with its logs, and the two others with events
      expect(headers).toHaveLength(5)
      await endpoint.stop()
    }),
  )

  test('with a final block of the future is refused', () =>
    withDatabase(async (database) => {
      const timestamp = `0x${Math.floor(Date.now() / 1_000 + 60).toString(16)}`
      const endpoint = await startEndpoint(anvil.url, {
        rewrite: ({ method }, answer) => {
          if (method === 'eth_chainId') return answer.replace('0x7a69', '0x38')
          const isHeader = method === 'eth_getBlockByNumber'
          return isHeader ? changeResult(answer, (header) => forgeHeader(header, { timestamp })) : answer
        },
      })
      const { check } = createTestIndexer({ database, rpcUrls: [endpoint.url], token, chainId: 56 })
      await expect(check()).rejects.toThrow("s ahead of this machine's clock")
      await endpoint.stop()
    }))

  test('that serves no logs is named at start', () =>
    withDatabase(async (database) => {
      const endpoint = await startEndpoint(anvil.url, {
        refuse: ({ method }) =>
          method === 'eth_getLogs' ? { code: -32601, message: 'the method is not available' } : undefined,
      })
      const { run } = createTestIndexer({ database, rpcUrls: [endpoint.url], token })
      await expect(run(AbortSignal.timeout(20_000))).rejects.toBeInstanceOf(LogsNotServedError)
      await endpoint.stop()
    }))

  test('of another chain is refused at start', () =>
    withDatabase(async (database) => {
      const { check } = createTestIndexer({ database, rpcUrls: [anvil.url], token, chainId: 56 })
      await expect(check()).rejects.toBeInstanceOf(WrongChainError)
    }))

  test('whose logs do not match its headers is not used', () =>
    withDatabase(async (database) => {
      const { number: startBlock } = await anvil.client.getBlock()
      await token.transfer(9n)
      await anvil.mine(3)
      const endpoint = await startEndpoint(anvil.url, {
        rewrite: ({ method }, answer) =>
          method === 'eth_getLogs'
            ? answer.replaceAll(
                /"blockHash":"0x(.)/g,
                (_, digit) => `"blockHash":"0x${digit === '0' ? 1 : 0}`,
              )
            : answer,
      })
      const { step } = createTestIndexer({ database, rpcUrls: [endpoint.url], token, startBlock })
      await expect(step()).rejects.toBeInstanceOf(RpcInconsistentError)
      expect(await readSeen(database.read)).toEqual([])
      await endpoint.stop()
    }))

  test('whose node for logs lags behind the one for headers is asked again, and loses no event', () =>
    withDatabase(async (database) => {
      const { number: startBlock } = await anvil.client.getBlock()
      let lagging = true
      const behind = { eth_getLogs: '[]', eth_getBlockByNumber: 'null' } as Record<string, string>
      const endpoint = await startEndpoint(anvil.url, {
        // "finalized" and the first block come from the node that has them; later requests go to the other
        rewrite: ({ method, params, id }, answer) => {
          const [block] = params
          const ahead = block === 'finalized' || block === `0x${(startBlock + 1n).toString(16)}`
          const result = lagging && !ahead ? behind[method] : undefined
          return result === undefined ? answer : `{"jsonrpc":"2.0","id":${id},"result":${result}}`
        },
      })
      const { step, catchUp } = createTestIndexer({ database, rpcUrls: [endpoint.url], token, startBlock })
      await token.transfer(6n)
      await anvil.mine(5)
      await expect(step()).rejects.toBeInstanceOf(RpcInconsistentError)
      lagging = false
      await catchUp()
      expect(await readSeen(database.read)).toEqual([6n])
      await endpoint.stop()
    }))

  test('whose node for logs has another block than the one for headers is not used', () =>
    withDatabase(async (database) => {
      const { number: startBlock } = await anvil.client.getBlock()
      await anvil.mine(5)
      const endpoint = await startEndpoint(anvil.url, {
        rewrite: ({ method, params }, answer) =>
          method === 'eth_getBlockByNumber' && params[0] !== 'finalized'
            ? changeResult(answer, (header) => forgeHeader(header))
            : answer,
      })
      const { step } = createTestIndexer({ database, rpcUrls: [endpoint.url], token, startBlock })
      await expect(step()).rejects.toBeInstanceOf(RpcInconsistentError)
      await endpoint.stop()
    }))

  test('that never answers does not keep the process from stopping', () =>
    withDatabase(async (database) => {
      const silent = createServer(() => undefined)
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
      const { port } = silent.address() as AddressInfo
      const { run } = createTestIndexer({ database, rpcUrls: [`http://127.0.0.1:${port}`], token })
      const started = performance.now()
      await run(AbortSignal.timeout(100))
      expect(performance.now() - started).toBeLessThan(5_000)
      silent.closeAllConnections()
      silent.close()
    }))

  test('that is down and comes back is waited for', () =>
    withDatabase(async (database) => {
      const { number: startBlock } = await anvil.client.getBlock()
      let away = true
      const endpoint = await startEndpoint(anvil.url, {
        rewrite: (_call, answer) => (away ? '<html>502</html>' : answer),
      })
      const { run, step } = createTestIndexer({ database, rpcUrls: [endpoint.url], token, startBlock })
      await expect(step()).rejects.toBeInstanceOf(RpcUnreachableError)
      const stop = new AbortController()
      const running = run(stop.signal)
      await token.transfer(8n)
      await anvil.mine(3)
      away = false
      await expect.poll(() => readSeen(database.read), { timeout: 20_000 }).toEqual([8n])
      stop.abort()
      await running
      await endpoint.stop()
    }))
})

describeOnBoth('a chain that contradicts the database', ({ openDatabase }) => {
  const followed = async () => {
    const chain = await startAnvil()
    const ownToken = await deployToken(chain)
    const database = await prepare(await openDatabase())
    const indexer = createTestIndexer({ database, rpcUrls: [chain.url], token: ownToken })
    await chain.mine(2)
    const snapshot = await chain.client.snapshot()
    await ownToken.transfer(1n)
    await chain.mine(5)
    await indexer.catchUp()
    expect(await readSeen(database.read)).toEqual([1n])
    return { chain, database, indexer, snapshot, ownToken }
  }

  test('shorter than the database: halts, and says so', async () => {
    const { chain, database, indexer, snapshot } = await followed()
    await chain.client.revert({ id: snapshot })
    await expect(indexer.check()).rejects.toBeInstanceOf(ChainBehindDatabaseError)
    await expect(indexer.run(AbortSignal.timeout(20_000))).rejects.toBeInstanceOf(ChainBehindDatabaseError)
    expect(await readSeen(database.read)).toEqual([1n])
    await chain.stop()
  })

  test('another block where a final one was: halts, and writes nothing', async () => {
    const { chain, database, indexer, snapshot, ownToken } = await followed()
    await chain.client.revert({ id: snapshot })
    await ownToken.transfer(7n)
    await chain.mine(20)
    await expect(indexer.step()).rejects.toBeInstanceOf(ReorgPastFinalizedError)
    await expect(indexer.check()).rejects.toBeInstanceOf(ReorgPastFinalizedError)
    expect(await readSeen(database.read)).toEqual([1n])
    await chain.stop()
  })
})
