/**
 * `indexer.store`: events a second from a real node's `eth_getLogs` to rows of PostgreSQL (durable), cursor
 * included, through the product's indexer with a batch handler. Reference: viem's `getLogs` and one
 * `INSERT` a row. Both write the same columns, a range of blocks a transaction. Measured while the table
 * grows from 1,000, 100,000 and 900,000 rows. `indexer.store.two`: with two endpoints, whose logs are
 * compared, into an empty table.
 */

import { createIndexer } from '@dr/server/indexer/index'
import { batchHandler } from '@dr/server/platform/chain/chain-events'
import { arrayLiteral } from '@dr/server/platform/database/array-literal'
import type { Database } from '@dr/server/platform/database/database'
import { migrate } from '@dr/server/platform/database/migration/migrate'
import { openPostgres } from '@dr/server/platform/database/postgres'
import { lowerHex } from '@dr/server/platform/hex'
import { createLogger } from '@dr/server/platform/logger'
import { createRegistry } from '@dr/server/platform/metrics'
import { startPostgres } from '@dr/test-kit'
import { createPublicClient, http, parseAbi } from 'viem'
import { foundry } from 'viem/chains'
import type { Bench, BenchContext } from './bench.ts'
import { type Bound, type Figure, figure } from './figure.ts'
import { type EventChain, startEventChain } from './indexer/event-source.ts'
import { buildReferences } from './reference.ts'
import { figuresBySize, nameAt, type Size } from './sizes.ts'

const EVENTS = 1_000_000
const DATABASE = 'postgres'
const TWO_DATABASE = 'two_endpoints'
const TWO = 'indexer.store.two'
/** Number of rows before and after each size's measurement. */
const WINDOWS: Readonly<Record<Size, { readonly from: number; readonly to: number }>> = {
  1000: { from: 1_000, to: 100_000 },
  100000: { from: 100_000, to: 200_000 },
  1000000: { from: 900_000, to: 1_000_000 },
}
/** With two endpoints. */
const TWO_EVENTS = 200_000
/** The reference is slow, so it stores fewer. */
const REFERENCE_EVENTS = 20_000
/** Blocks that fit one answer of viem (10 MiB), with a margin. */
const REFERENCE_RANGE_BLOCKS = 10n

const transferAbi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])

const createTable = (database: Database, name: string) =>
  database.single.script(`CREATE TABLE ${name} (
    block_number bigint NOT NULL, log_index integer NOT NULL, at bigint NOT NULL, tx_hash evm_bytes32 NOT NULL,
    sender evm_address NOT NULL, receiver evm_address NOT NULL, value numeric(78, 0) NOT NULL CHECK (value >= 0),
    PRIMARY KEY (block_number, log_index))`)

const storeHandler = ({ source }: EventChain) =>
  batchHandler({
    name: 'bench.store',
    address: lowerHex(source),
    abi: transferAbi,
    event: 'Transfer',
    handleAll: async (tx, events) => {
      await tx.query({
        name: 'bench_store',
        text: `INSERT INTO stored SELECT * FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::text[], $5::text[],
          $6::text[], $7::numeric[])`,
        values: [
          events.map(({ blockNumber }) => blockNumber),
          events.map(({ logIndex }) => logIndex),
          events.map(({ blockTimestamp }) => blockTimestamp),
          events.map(({ txHash }) => txHash),
          events.map(({ args }) => args.from),
          events.map(({ args }) => args.to),
          events.map(({ args }) => args.value),
        ].map(arrayLiteral),
      })
    },
  })

const countRows = async ({ read }: Database, table: string): Promise<number> => {
  const { rows } = await read.query<{ count: bigint }>({ text: `SELECT count(*) FROM ${table}` })
  return Number(rows[0]?.count)
}

/** Follows the chain in steps. */
const startFollower = (database: Database, chain: EventChain, rpcUrls = [chain.url]) => {
  const registry = createRegistry({ defaults: false })
  const indexer = createIndexer({
    database,
    rpcUrls,
    chainId: foundry.id,
    startBlock: chain.startBlock,
    handlers: [storeHandler(chain)],
    hooks: [],
    logger: createLogger('error'),
    registry,
  })
  const block = registry.getSingleMetric('indexer_block_number')
  const stored = async (): Promise<number> => {
    const value = (await block?.get())?.values[0]?.value ?? 0
    return value === 0 ? 0 : (value - Number(chain.startBlock)) * chain.eventsABlock
  }
  return {
    /** Waits until at least `count` are stored; returns events a second. */
    async until(count: number): Promise<number> {
      const before = await stored()
      const started = performance.now()
      while ((await stored()) < count && (await indexer.step()));
      return (((await stored()) - before) * 1_000) / (performance.now() - started)
    },
  }
}

/** Stores with viem and one statement a row, after the rows of `stored`; returns events a second. */
const throughViem = async (database: Database, chain: EventChain): Promise<number> => {
  const client = createPublicClient({ chain: foundry, transport: http(chain.url) })
  await database.single.script('TRUNCATE plain; INSERT INTO plain SELECT * FROM stored')
  const first = await countRows(database, 'plain')
  const firstBlock = chain.startBlock + 1n + BigInt(first / chain.eventsABlock)
  let stored = 0
  const started = performance.now()
  for (let from = firstBlock; stored < REFERENCE_EVENTS; from += REFERENCE_RANGE_BLOCKS) {
    const to = from + REFERENCE_RANGE_BLOCKS - 1n
    const logs = await client.getContractEvents({
      address: chain.source,
      abi: transferAbi,
      eventName: 'Transfer',
      strict: true,
      fromBlock: from,
      toBlock: to,
    })
    await database.transaction(async (tx) => {
      for (const { args, blockNumber, logIndex, transactionHash, ...log } of logs) {
        const { blockTimestamp } = log as { blockTimestamp?: bigint }
        await tx.query({
          name: 'bench_plain',
          text: 'INSERT INTO plain VALUES ($1, $2, $3, $4, $5, $6, $7)',
          values: [
            blockNumber,
            logIndex,
            BigInt(blockTimestamp ?? 0),
            transactionHash,
            args.from.toLowerCase(),
            args.to.toLowerCase(),
            args.value,
          ],
        })
      }
    })
    stored += logs.length
    if (logs.length === 0) throw new Error('the chain has no more events for the reference')
  }
  return (stored * 1_000) / (performance.now() - started)
}

/** Stores with two endpoints, which are one node under two names; returns events a second. */
const throughTwo = async (url: string, chain: EventChain): Promise<number> => {
  const database = openPostgres({ url, poolMax: 4 })
  try {
    await migrate(database)
    await createTable(database, 'stored')
    const follower = startFollower(database, chain, [chain.url, chain.url.replace('127.0.0.1', 'localhost')])
    await follower.until(1_000)
    return await follower.until(TWO_EVENTS)
  } finally {
    await database.close()
  }
}

const BOUNDS: readonly Bound[] = [
  { of: 'value', is: 'at least', limit: 30_000 },
  { of: 'ratio', is: 'at least', limit: 4 },
]

const measure = async (context: BenchContext): Promise<Figure[]> => {
  const { defer, log } = context
  await buildReferences()
  const chain = await startEventChain(context, EVENTS)
  const cluster = await startPostgres({ durable: true })
  defer(cluster.stop)
  const database = openPostgres({ url: cluster.url(DATABASE), poolMax: 4 })
  defer(() => database.close())
  await migrate(database)
  for (const table of ['stored', 'plain']) await createTable(database, table)

  const follower = startFollower(database, chain)
  const figures: Figure[] = []
  for (const [key, { from, to }] of Object.entries(WINDOWS)) {
    const size = Number(key) as Size
    await follower.until(from)
    const reference = await throughViem(database, chain)
    const value = await follower.until(to)
    log(`indexer.store after ${from} rows: ${Math.round(value)} events/s, viem ${Math.round(reference)}`)
    figures.push(figure({ bench: nameAt('indexer.store', size), value, unit: 'events/s', reference }))
  }
  const rows = await countRows(database, 'stored')
  if (rows !== EVENTS) throw new Error(`${rows} rows of ${EVENTS} events`)
  await database.single.script(`CREATE DATABASE ${TWO_DATABASE}`)
  const two = await throughTwo(cluster.url(TWO_DATABASE), chain)
  log(`indexer.store.two: ${Math.round(two)} events/s`)
  return [...figures, figure({ bench: TWO, value: two, unit: 'events/s', reference: figures[0]?.value ?? 0 })]
}

export const indexerStore: Bench = {
  figures: { ...figuresBySize('indexer.store', BOUNDS), [TWO]: 'unbounded' },
  run: measure,
}
