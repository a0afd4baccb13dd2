/** Falsely booked events are found when their block is read again, on a real chain and database. */
import { type Anvil, describeOnBoth, startAnvil } from '@dr/test-kit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Faults, LOG_FAULTS, startFaultyEndpoint } from '../../../test/engines/faulty-endpoint.ts'
import {
  createTestIndexer,
  deployToken,
  prepare,
  readSeen,
  seenHandler,
  type Token,
} from '../../../test/engines/scripted-chain.ts'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import { createRegistry } from '../../platform/metrics.ts'
import { showSuspense } from '../suspense/show-suspense.ts'

const AMOUNTS = [1n, 2n, 3n, 4n]
const BELIEVED = AMOUNTS.map((amount) => amount * 0x10n)
const AMOUNT_MAX = 9n
const OTHER_TRANSACTION = `0x${'7'.repeat(64)}`

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())

const transferAll = async (token: Token, amounts: readonly bigint[]): Promise<void> => {
  for (let index = 0; index < amounts.length; index += 2) {
    await token.transfer(...amounts.slice(index, index + 2))
    await anvil.mine()
  }
  await anvil.mine(3)
}

/** The amounts were indexed from an endpoint with these faults, which is honest from then on. */
const index = async (
  database: Database,
  faults: Faults,
  { amounts = AMOUNTS, before }: { amounts?: bigint[]; before?: Parameters<typeof seenHandler>[1] } = {},
) => {
  await prepare(database)
  const token = await deployToken(anvil)
  const endpoint = await startFaultyEndpoint(anvil.url, faults)
  onTestFinished(endpoint.stop)
  const indexer = createTestIndexer({
    database,
    rpcUrls: [endpoint.url],
    token,
    handlers: [seenHandler(token.address, before)],
    patienceMs: 0,
  })
  await transferAll(token, amounts)
  await indexer.catchUp()
  Object.assign(endpoint.state, { log: undefined, omits: undefined, header: undefined })
  const from = token.startBlock + 1n
  const reread = async () => indexer.reread({ from, to: (await chainNow(database.read)).blockNumber })
  return { reread, endpoint }
}

const openFigure = async (database: Database): Promise<number | undefined> => {
  const registry = createRegistry({ defaults: false })
  showSuspense(database, registry)
  return (await registry.getSingleMetric('false_events_open')?.get())?.values[0]?.value
}

const resolutions = async ({ read }: Database): Promise<(string | null)[]> => {
  const { rows } = await read.query<{ resolution: string | null }>({
    text: 'SELECT resolution FROM false_event ORDER BY block_number, log_index',
  })
  return rows.map(({ resolution }) => resolution)
}

describeOnBoth('an event that was booked falsely', ({ openDatabase }) => {
  test('with another amount is said each time its block is read again, and booked no second time', async () => {
    const database = await openDatabase()
    const { reread } = await index(database, { log: LOG_FAULTS['ten times the amount'] })
    for (let times = 0; times < 2; times++)
      expect(await reread()).toMatchObject({
        found: 4,
        alreadyBooked: 4,
        bookedFalsely: 4,
        booked: 0,
        refused: 0,
      })
    expect(await readSeen(database.read)).toEqual(BELIEVED)
    expect(await openFigure(database)).toBe(4)
  })

  test('and that a person has put right is not said again', async () => {
    const database = await openDatabase()
    const { reread } = await index(database, { log: LOG_FAULTS['ten times the amount'] })
    await reread()
    await database.single.script(`UPDATE false_event SET resolved_at = now(), resolution = 'journal 7'`)
    expect(await reread()).toMatchObject({ bookedFalsely: 0, booked: 0 })
    expect(await resolutions(database)).toEqual(AMOUNTS.map(() => 'journal 7'))
    expect(await openFigure(database)).toBe(0)
  })

  test('is closed by itself when another reading finds it as it was booked', async () => {
    const database = await openDatabase()
    const { reread, endpoint } = await index(database, {})
    endpoint.state.log = LOG_FAULTS['ten times the amount']
    expect(await reread()).toMatchObject({ bookedFalsely: 4 })
    endpoint.state.log = undefined
    expect(await reread()).toMatchObject({ bookedFalsely: 0 })
    expect(await resolutions(database)).toEqual(AMOUNTS.map(() => 'the chain has it as it was booked'))
  })

  test('and was closed by itself is open again when a later reading finds it false', async () => {
    const database = await openDatabase()
    const { reread, endpoint } = await index(database, {})
    for (const log of [LOG_FAULTS['ten times the amount'], undefined]) {
      endpoint.state.log = log
      await reread()
    }
    expect(await openFigure(database)).toBe(0)
    endpoint.state.log = LOG_FAULTS['ten times the amount']
    expect(await reread()).toMatchObject({ bookedFalsely: 4, booked: 0 })
    expect(await resolutions(database)).toEqual(AMOUNTS.map(() => null))
    expect(await openFigure(database)).toBe(4)
  })

  test('at a place that the chain has not is said, and not booked at its own place', async () => {
    const database = await openDatabase()
    const { reread } = await index(database, {
      log: (log) => ({ ...log, logIndex: `0x${(Number(log.logIndex) + 7).toString(16)}` }),
    })
    expect(await reread()).toMatchObject({ bookedFalsely: 4, booked: 0 })
    expect(await readSeen(database.read)).toEqual(AMOUNTS)
  })

  const moved = (log: { logIndex: string }) => `0x${(Number(log.logIndex) + 7).toString(16)}`

  test('at another place and of another transaction is said, and not booked at its own place', async () => {
    const database = await openDatabase()
    const { reread } = await index(database, {
      header: (header) => ({ ...header, transactions: [OTHER_TRANSACTION, OTHER_TRANSACTION] }),
      log: (log) => ({ ...log, logIndex: moved(log), transactionHash: OTHER_TRANSACTION }),
    })
    for (let times = 0; times < 2; times++)
      expect(await reread()).toMatchObject({ alreadyBooked: 4, bookedFalsely: 4, booked: 0 })
    expect(await readSeen(database.read)).toEqual(AMOUNTS)
  })

  test('at the place of one that was left out is said; that one is booked, once', async () => {
    const database = await openDatabase()
    const { reread } = await index(database, {
      omits: ({ logIndex }) => logIndex === '0x1',
      log: (log) => ({ ...log, logIndex: '0x1' }),
    })
    expect(await readSeen(database.read)).toEqual([1n, 3n])
    expect(await reread()).toMatchObject({ alreadyBooked: 2, bookedFalsely: 2, booked: 2 })
    expect(await reread()).toMatchObject({ alreadyBooked: 4, bookedFalsely: 2, booked: 0 })
    expect(await readSeen(database.read)).toEqual([1n, 3n, 2n, 4n])
  })

  test('hides one of two that are alike, and no more: the other one is booked', async () => {
    const database = await openDatabase()
    const { reread } = await index(
      database,
      { omits: ({ logIndex }) => logIndex === '0x1', log: (log) => ({ ...log, logIndex: '0x7' }) },
      { amounts: [5n, 5n] },
    )
    expect(await reread()).toMatchObject({ alreadyBooked: 1, bookedFalsely: 1, booked: 1 })
    expect(await reread()).toMatchObject({ alreadyBooked: 2, bookedFalsely: 1, booked: 0 })
    expect(await readSeen(database.read)).toEqual([5n, 5n])
  })

  test('is none where its handlers had refused it at another place: it is booked at its own', async () => {
    const database = await openDatabase()
    let refuses = true
    const { reread } = await index(
      database,
      { log: (log) => ({ ...log, logIndex: moved(log) }) },
      {
        before: async () => {
          if (refuses) throw new FatalError('not yet')
        },
      },
    )
    expect(await readSeen(database.read)).toEqual([])
    refuses = false
    expect(await reread()).toMatchObject({ bookedFalsely: 0, replaced: 4 })
    expect(await readSeen(database.read)).toEqual(AMOUNTS)
    expect(await reread()).toMatchObject({ alreadyBooked: 4, bookedFalsely: 0, replaced: 0, booked: 0 })
    expect(await readSeen(database.read)).toEqual(AMOUNTS)
  })

  test('by a program that kept no fingerprints is not known; what is added later is', async () => {
    const database = await openDatabase()
    const { reread } = await index(database, { log: LOG_FAULTS['ten times the amount'] })
    await database.single.script(
      `UPDATE handled_block SET fingerprints = NULL, log_indexes = log_indexes[1:1]`,
    )
    expect(await reread()).toMatchObject({ alreadyBooked: 2, bookedFalsely: 0, booked: 2 })
    expect(await reread()).toMatchObject({ alreadyBooked: 4, bookedFalsely: 0, booked: 0 })
    await database.single.script(
      `UPDATE handled_block SET fingerprints = overlay(fingerprints PLACING '\\x01' FROM 9)`,
    )
    expect(await reread()).toMatchObject({ alreadyBooked: 4, bookedFalsely: 2, booked: 0 })
  })

  test('is none where its handlers had refused it: the chain’s own takes its place', async () => {
    const database = await openDatabase()
    const { reread } = await index(
      database,
      { log: LOG_FAULTS['ten times the amount'] },
      {
        before: async (_, amount) => {
          if (amount > AMOUNT_MAX) throw new FatalError(`${amount} is too much`)
        },
      },
    )
    expect(await reread()).toMatchObject({ bookedFalsely: 0, replaced: 4 })
    expect(await readSeen(database.read)).toEqual(AMOUNTS)
    expect(await reread()).toMatchObject({ alreadyBooked: 4, bookedFalsely: 0, replaced: 0 })
  })
})
