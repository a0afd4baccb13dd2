/** Blocks processed without their logs are read again, on a real chain and a real database. */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type Anvil,
  describeOnBoth,
  describeOnPostgres,
  openTestPostgres,
  spawnTied,
  startAnvil,
} from '@dr/test-kit'
import { toEventSelector } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { OMISSIONS, type Omission, startFaultyEndpoint } from '../../../test/engines/faulty-endpoint.ts'
import {
  createTestIndexer,
  deployToken,
  prepare,
  readSeen,
  seenHandler,
  type Token,
} from '../../../test/engines/scripted-chain.ts'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { LeadershipLostError } from '../../platform/database/leadership.ts'
import { FatalError } from '../../platform/errors.ts'
import { WrongLogsError } from '../errors.ts'
import { suspendEvent } from '../suspense/suspend-event.ts'
import { BlocksNotKeptError } from './reread-blocks.ts'

const REREADER = fileURLToPath(new URL('../../../test/engines/rereader.ts', import.meta.url))
const KILLS = process.env.FULL === '1' ? 40 : 6
const AMOUNTS = Array.from({ length: 24 }, (_, index) => BigInt(index + 1))

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')

let anvil: Anvil
let token: Token
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())

/** Mines a block for each two amounts, all final. */
const transferAll = async (amounts: readonly bigint[]): Promise<void> => {
  for (let index = 0; index < amounts.length; index += 2) {
    await token.transfer(...amounts.slice(index, index + 2))
    await anvil.mine()
  }
  await anvil.mine(3)
}

/** Refuses an amount until the previous one is there, as releases do. */
const inSequence = async (tx: Tx, amount: bigint): Promise<void> => {
  const { rows } = await tx.query<{ n: bigint }>({
    text: 'SELECT count(*) AS n FROM seen WHERE amount < $1',
    values: [amount],
  })
  if (rows[0]?.n !== amount - 1n) throw new FatalError(`${amount} before its time`)
}

type Before = Parameters<typeof seenHandler>[1]

const open = async (database: Database, { omits, before }: { omits?: Omission; before?: Before } = {}) => {
  token = await deployToken(anvil)
  const endpoint = await startFaultyEndpoint(anvil.url, { omits })
  onTestFinished(endpoint.stop)
  const make = () =>
    createTestIndexer({
      database,
      rpcUrls: [endpoint.url],
      token,
      handlers: [seenHandler(token.address, before)],
      patienceMs: 0,
    })
  const indexer = make()
  /** Doubted logs count at the second attempt. */
  const catchUp = async (): Promise<void> => {
    try {
      await indexer.catchUp()
    } catch (error) {
      if (!(error instanceof WrongLogsError)) throw error
      await catchUp()
    }
  }
  const blocks = async () => ({
    from: token.startBlock + 1n,
    to: (await chainNow(database.read)).blockNumber,
  })
  return { ...indexer, catchUp, make, endpoint, blocks }
}

const sorted = (amounts: readonly bigint[]) => amounts.toSorted((a, b) => Number(a - b))

describeOnBoth('blocks read again', ({ openDatabase }) => {
  test('have what was missing booked once; a second time there is nothing left', async () => {
    const database = await prepare(await openDatabase())
    const { catchUp, reread, endpoint, blocks } = await open(database, {
      omits: OMISSIONS['every third log'],
    })
    await transferAll(AMOUNTS)
    await catchUp()
    const before = (await readSeen(database.read)).length
    expect(before).toBeLessThan(AMOUNTS.length)
    endpoint.state.omits = undefined
    const found = AMOUNTS.length
    expect(await reread(await blocks())).toEqual({
      found,
      alreadyBooked: before,
      bookedFalsely: 0,
      booked: found - before,
      refused: 0,
      replaced: 0,
      reposted: 0,
    })
    expect(sorted(await readSeen(database.read))).toEqual(AMOUNTS)
    expect(await reread(await blocks())).toEqual({
      found,
      alreadyBooked: found,
      bookedFalsely: 0,
      booked: 0,
      refused: 0,
      replaced: 0,
      reposted: 0,
    })
    expect(sorted(await readSeen(database.read))).toEqual(AMOUNTS)
  })

  test('have what built on the missing event posted after it, in the order of the chain', async () => {
    const database = await prepare(await openDatabase())
    const { catchUp, reread, endpoint, blocks } = await open(database, { before: inSequence })
    await transferAll(AMOUNTS.slice(0, 4))
    await catchUp()
    endpoint.state.omits = OMISSIONS['no logs at all']
    await transferAll(AMOUNTS.slice(4, 6))
    await catchUp()
    const { to } = await blocks()
    endpoint.state.omits = undefined
    await transferAll(AMOUNTS.slice(6, 20))
    await catchUp()
    expect(await readSeen(database.read)).toEqual(AMOUNTS.slice(0, 4))
    const report = await reread({ from: token.startBlock + 1n, to })
    expect(report).toMatchObject({ booked: 2, refused: 0, reposted: 14 })
    await transferAll(AMOUNTS.slice(20))
    await catchUp()
    expect(await readSeen(database.read)).toEqual(AMOUNTS)
  })

  test('have a false event in suspense replaced by the chain’s own, and what built on it posted, by itself', async () => {
    const database = await prepare(await openDatabase())
    const { catchUp, make } = await open(database, { before: inSequence })
    await transferAll(AMOUNTS.slice(0, 2))
    await catchUp()
    await transferAll(AMOUNTS.slice(2, 4))
    await catchUp()
    await transferAll(AMOUNTS.slice(4, 6))
    // As written by a program that trusted a false hash and a false amount of the third transfer.
    await database.single.script(`DELETE FROM seen WHERE amount > 2`)
    const { rows } = await database.read.query<{ block_number: bigint; log_indexes: number[] }>({
      text: 'SELECT block_number, log_indexes FROM handled_block ORDER BY block_number',
    })
    expect(rows).toHaveLength(2)
    const hash = `0x${'7'.repeat(64)}`
    for (const index of [0, 1])
      await database.transaction((tx) =>
        suspendEvent(tx, {
          chainId: 31_337,
          handler: 'test.transfer',
          log: {
            address: token.address,
            topics: [TRANSFER, `0x${'0'.repeat(64)}`, `0x${'0'.repeat(64)}`],
            data: `0x${'9'.padStart(64, '0')}`,
            blockNumber: rows[1]?.block_number ?? 0n,
            blockHash: hash,
            blockTimestamp: 1n,
            txHash: hash,
            logIndex: rows[1]?.log_indexes[index] ?? 0,
          } as Parameters<typeof suspendEvent>[1]['log'],
          error: 'refused',
        }),
      )
    await catchUp()
    expect(await readSeen(database.read)).toEqual(AMOUNTS.slice(0, 2))
    const stop = new AbortController()
    const running = make().run(stop.signal)
    await expect.poll(() => readSeen(database.read), { timeout: 20_000 }).toEqual(AMOUNTS.slice(0, 6))
    stop.abort()
    await running
    const { rowCount } = await database.read.query({
      text: `SELECT 1 FROM suspense_event WHERE resolved_at IS NULL OR tx_hash = '${hash}'`,
    })
    expect(rowCount).toBe(0)
  })

  test('have what is refused put into suspense', async () => {
    const database = await prepare(await openDatabase())
    const before: Before = async (_, amount) => {
      if (amount === 3n) throw new FatalError('three is not ours')
    }
    const { catchUp, reread, endpoint, blocks } = await open(database, {
      omits: OMISSIONS['no logs at all'],
      before,
    })
    await transferAll(AMOUNTS)
    await catchUp()
    endpoint.state.omits = undefined
    expect(await reread(await blocks())).toMatchObject({ booked: AMOUNTS.length - 1, refused: 1 })
    expect(await reread(await blocks())).toMatchObject({ booked: 0, refused: 0 })
    const { rowCount } = await database.read.query({
      text: 'SELECT 1 FROM suspense_event WHERE resolved_at IS NULL',
    })
    expect(rowCount).toBe(1)
  })

  test('that another program processed are refused, and it is said which can be read', async () => {
    const database = await prepare(await openDatabase())
    const { catchUp, reread, blocks } = await open(database)
    await transferAll(AMOUNTS.slice(0, 4))
    await catchUp()
    const { from, to: old } = await blocks()
    await database.single.script('DELETE FROM handled_span; DELETE FROM handled_block')
    await transferAll(AMOUNTS.slice(4))
    await catchUp()
    const { to } = await blocks()
    const refused = reread({ from, to })
    await expect(refused).rejects.toBeInstanceOf(BlocksNotKeptError)
    await expect(refused).rejects.toThrow(`of ${old + 1n} to ${to} it is known`)
    await expect(reread({ from: old + 1n, to: to + 1n })).rejects.toBeInstanceOf(BlocksNotKeptError)
    expect(await reread({ from: old + 1n, to })).toMatchObject({ booked: 0, alreadyBooked: 20 })
  })
})

describeOnPostgres('blocks read again beside others', ({ openDatabase }) => {
  test('by a leader that was replaced meanwhile: nothing is written', async () => {
    const database = await prepare(await openDatabase())
    const { catchUp, reread, endpoint, blocks } = await open(database, {
      omits: OMISSIONS['every third log'],
    })
    await transferAll(AMOUNTS)
    await catchUp()
    const before = await readSeen(database.read)
    endpoint.state.omits = undefined
    const all = await blocks()
    const lock = await database.tryLock('indexer')
    onTestFinished(async () => lock?.release())
    await database.single.query({ text: `UPDATE leadership SET epoch = epoch + 1 WHERE name = 'indexer'` })
    await expect(lock?.run(() => reread(all))).rejects.toBeInstanceOf(LeadershipLostError)
    expect(await readSeen(database.read)).toEqual(before)
    expect(await reread(all)).toMatchObject({ booked: AMOUNTS.length - before.length })
  })

  test('by two at once, while the indexer goes on: each event once', async () => {
    const database = await prepare(await openDatabase())
    const { catchUp, make, endpoint, blocks } = await open(database, { omits: OMISSIONS['every third log'] })
    await transferAll(AMOUNTS)
    await catchUp()
    endpoint.state.omits = undefined
    const stop = new AbortController()
    const running = make().run(stop.signal)
    const rereads = Promise.all([make().reread(await blocks()), make().reread(await blocks())])
    await transferAll([100n, 101n, 102n, 103n])
    const reports = await rereads
    await expect.poll(() => readSeen(database.read), { timeout: 20_000 }).toContain(103n)
    stop.abort()
    await running
    expect(sorted(await readSeen(database.read))).toEqual([...AMOUNTS, 100n, 101n, 102n, 103n])
    expect(reports.reduce((sum, { booked }) => sum + booked, 0)).toBeGreaterThan(0)
  })

  test('and killed with -9 at any moment: nothing is lost, nothing is booked twice', {
    timeout: 300_000,
  }, async () => {
    const { url, database } = await openTestPostgres()
    await prepare(database)
    const { catchUp, endpoint, blocks } = await open(database, { omits: OMISSIONS['no logs at all'] })
    const amounts = Array.from({ length: 160 }, (_, index) => BigInt(index + 1))
    await transferAll(amounts)
    await catchUp()
    endpoint.state.omits = undefined
    const { from, to } = await blocks()
    const start = () =>
      spawnTied(process.execPath, [REREADER, anvil.url, token.address, `${from}`, `${to}`, url])
    for (let kill = 0; kill < KILLS; kill++) {
      const child = start()
      const gone = once(child, 'exit')
      await once(child.stdout as NodeJS.EventEmitter, 'data')
      await delay(Math.random() * 500)
      child.kill('SIGKILL')
      await gone
    }
    const last = start()
    await once(last, 'exit')
    expect(last.exitCode).toBe(0)
    expect(sorted(await readSeen(database.read))).toEqual(amounts)
  })
})
