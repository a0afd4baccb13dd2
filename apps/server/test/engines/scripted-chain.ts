import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { testUsdtAbi } from '@dr/contracts/abi'
import { readArtifact } from '@dr/contracts/artifacts'
import type { Anvil } from '@dr/test-kit'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { createIndexer, type IndexerOptions } from '../../src/indexer/create-indexer.ts'
import { eventHandler } from '../../src/platform/chain/chain-events.ts'
import { hashOfHeader } from '../../src/platform/chain/header-hash.ts'
import type { Database, Reader, Tx } from '../../src/platform/database/database.ts'
import { lowerHex } from '../../src/platform/hex.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createRegistry } from '../../src/platform/metrics.ts'

/** Anvil's first two accounts, for which it signs itself. */
const HOLDER: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const RECEIVER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A real token on the test's chain, with transfers as the events that the tests follow. */
export const deployToken = async ({ client, mine }: Anvil) => {
  const { abi, bytecode } = await readArtifact('TestUSDT')
  const hash = await client.deployContract({
    account: HOLDER,
    abi,
    bytecode,
    args: [HOLDER, 10n ** 27n],
  })
  await mine()
  const { contractAddress, blockNumber } = await client.getTransactionReceipt({ hash })
  const address = contractAddress as Address
  return {
    address: lowerHex(address),
    /** Before the first transfer of the tests (the mint at deployment does not count). */
    startBlock: blockNumber,
    /** Mines transfers of these amounts in the next block. */
    async transfer(...amounts: bigint[]): Promise<Hex[]> {
      const hashes: Hex[] = []
      for (const amount of amounts) {
        const data = encodeFunctionData({
          abi: testUsdtAbi,
          functionName: 'transfer',
          args: [RECEIVER, amount],
        })
        hashes.push(await client.sendTransaction({ account: HOLDER, to: address, data, gas: 100_000n }))
      }
      return hashes
    },
  }
}

export type Token = Awaited<ReturnType<typeof deployToken>>

/** Without a unique key, so that an event handled twice would be here twice. */
export const SEEN_TABLE = `CREATE TABLE IF NOT EXISTS seen (
  id bigint GENERATED ALWAYS AS IDENTITY, key text, amount numeric, block bigint, time bigint, receiver text)`

const insertSeen = (
  tx: Tx,
  event: { key: string; args: { to: Address; value: bigint }; blockNumber: bigint; blockTimestamp: bigint },
) =>
  tx.query({
    text: 'INSERT INTO seen (key, amount, block, time, receiver) VALUES ($1, $2, $3, $4, $5)',
    values: [
      event.key,
      event.args.value,
      event.blockNumber,
      event.blockTimestamp,
      event.args.to.toLowerCase(),
    ],
  })

export const seenHandler = (
  address: Hex,
  before: (tx: Tx, amount: bigint) => Promise<void> = async () => {},
) =>
  eventHandler({
    name: 'test.transfer',
    address: lowerHex(address),
    abi: testUsdtAbi,
    event: 'Transfer',
    handle: async (tx, event) => {
      await insertSeen(tx, event)
      await before(tx, event.args.value)
    },
  })

export const readSeen = async (reader: Reader): Promise<bigint[]> =>
  (await reader.query<{ amount: bigint }>({ text: 'SELECT amount FROM seen ORDER BY id' })).rows.map(
    ({ amount }) => amount,
  )

/** An indexer of the token, with a new registry and a silent logger. */
export const createTestIndexer = (
  options: Pick<IndexerOptions, 'database' | 'rpcUrls'> & Partial<IndexerOptions> & { token: Token },
) => {
  const registry = createRegistry({ defaults: false })
  const { token, ...rest } = options
  const indexer = createIndexer({
    chainId: 31_337,
    startBlock: token.startBlock,
    handlers: [seenHandler(token.address)],
    hooks: [],
    logger: createLogger('silent'),
    registry,
    pollMs: 20,
    ...rest,
  })
  return { ...indexer, registry }
}

export const prepare = async (database: Database): Promise<Database> => {
  await database.single.script(SEEN_TABLE)
  return database
}

/** The same block in another history, with a valid hash. */
export const forgeHeader = <H extends object>(header: H, changes: object = { extraData: '0x01' }) => {
  const forged = { ...header, ...changes }
  return { ...forged, hash: hashOfHeader(forged as Record<string, unknown>) }
}

/** A header as returned by the node, by its hash, its number or a tag. */
export const readHeader = async ({ client }: Anvil, block: string): Promise<object> => {
  const method = block.length === 66 ? 'eth_getBlockByHash' : 'eth_getBlockByNumber'
  const request = client.request as (call: { method: string; params: unknown[] }) => Promise<unknown>
  return (await request({ method, params: [block, false] })) as object
}

interface RpcCall {
  method: string
  params: unknown[]
}

type RpcRequest = RpcCall & { id: number }

/** An endpoint in front of the real one, with its own limits or behaviour. */
export const startEndpoint = async (
  upstream: string,
  habits: {
    /** A JSON-RPC error instead of an answer. */
    refuse?: (call: RpcCall) => { code: number; message: string } | undefined
    /** Awaited before each answer. */
    answer?: () => Promise<void>
    /** Changes the answer's text. */
    rewrite?: (call: RpcRequest, answer: string) => string | Promise<string>
  },
) => {
  const calls: RpcCall[] = []
  const answerOne = async (call: RpcRequest): Promise<string> => {
    calls.push(call)
    await habits.answer?.()
    const error = habits.refuse?.(call)
    if (error) return JSON.stringify({ jsonrpc: '2.0', id: call.id, error })
    const answer = await fetch(upstream, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    })
    const truth = await answer.text()
    return (await habits.rewrite?.(call, truth)) ?? truth
  }
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const message = JSON.parse(await text(request)) as RpcRequest | RpcRequest[]
    response.setHeader('content-type', 'application/json')
    // each call of a batch is answered by itself, as by a balancer over several nodes
    const answers = await Promise.all([message].flat().map(answerOne))
    response.end(Array.isArray(message) ? `[${answers.join()}]` : answers[0])
  }
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy()) // upstream has ended at the end of a test
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
