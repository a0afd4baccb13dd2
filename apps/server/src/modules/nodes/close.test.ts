/**
 * The node pool's close: late or on time, in any order, it gives the same result, once, and anyone can
 * recompute it.
 */

import { WAD } from '@dr/protocol/amounts'
import { weekEnd, weekOf, weekStart } from '@dr/protocol/rules/weeks'
import { describeOnDatabase, describeOnPostgres } from '@dr/test-kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountOf, DatabaseNodes, recomputed } from '../../../test/modules/nodes-database.ts'
import type { Database } from '../../platform/database/database.ts'
import { areClaimsBooked } from '../claims/index.ts'
import { account, auditLedger, balanceOf } from '../ledger/index.ts'
import { readBoard } from './board.ts'
import { NODE_CONFIG } from './default-config.ts'
import { readShares } from './node-shares.ts'
import type { NodeConfig } from './node-week.rules.ts'
import { auditNodes, nodesPool } from './nodes-pool.ts'

interface DatedActivity {
  readonly at: bigint
  readonly person: number
  readonly value: bigint
  readonly days: number
  readonly what: string
}

const FIRST = weekOf(1_795_000_000n)
const DAY = 86_400n
const inWeek = (week: bigint, seconds = 3_600n): bigint => weekStart(FIRST + week) + seconds
const usd = (whole: bigint): bigint => whole * WAD

const open = async (openDatabase: () => Promise<Database>, config: NodeConfig = NODE_CONFIG) => {
  const database = await openDatabase()
  const nodes = new DatabaseNodes(database, { firstWeek: FIRST, config, areClaimsBooked })
  await nodes.setClock(inWeek(0n))
  return { database, nodes }
}

/** A genesis account and its referrals; the last has staked before it binds. */
const gather = async (nodes: DatabaseNodes, at: bigint) => {
  await nodes.join(at, 0, { genesis: true })
  for (const person of [1, 2, 3]) {
    await nodes.join(at, person)
    await nodes.bind(at, { person, inviter: 0 })
  }
}

const sharesOf = async (database: Database, week: bigint) =>
  (await readShares(database.read, FIRST + week)).map(({ rank, account: who, own, direct, amount }) => [
    rank,
    who,
    own / WAD,
    direct / WAD,
    amount.USDT / WAD,
  ])

const isSound = async (database: Database) => {
  expect(await auditNodes(database.read)).toEqual([])
  expect(await auditLedger(database.read)).toEqual([])
}

describeOnDatabase('the node pool’s week', ({ openDatabase }) => {
  test('is shared by who was a node throughout it; what is left over stays', async () => {
    const { database, nodes } = await open(openDatabase)
    await gather(nodes, inWeek(0n))
    await nodes.stake(inWeek(0n), { person: 0, value: usd(1_000n), days: 60 })
    await nodes.stake(inWeek(0n), { person: 1, value: usd(6_000n), days: 60 })
    await nodes.stake(inWeek(0n), { person: 2, value: usd(5_000n), days: 9 })
    await nodes.receive(inWeek(0n), { kind: 'operator', token: 'USDT', amount: usd(100n) + 1n })
    await nodes.setClock(inWeek(1n))
    expect(await nodes.close()).toBe(1)
    expect(await sharesOf(database, 0n)).toEqual([]) // begun within the week: it counts from Monday
    await nodes.receive(inWeek(1n), { kind: 'swap-fees', token: 'USDT', amount: usd(20n) })
    await nodes.setClock(inWeek(2n))
    expect(await nodes.close()).toBe(1)
    expect(await nodes.close()).toBe(0)
    // 5,000 of the 11,000 matured on the ninth day, which is in week 1: 6,000 is the week's minimum.
    expect(await sharesOf(database, 1n)).toEqual([])
    await nodes.stake(inWeek(2n), { person: 3, value: usd(4_000n), days: 60 })
    await nodes.setClock(inWeek(4n))
    expect(await nodes.close()).toBe(2)
    expect(await sharesOf(database, 2n)).toEqual([])
    expect(await sharesOf(database, 3n)).toEqual([[1, accountOf(0), 1_000n, 10_000n, 120n]])
    const userId = nodes.idOf(0)
    const credited = account({ vault: 2, token: 'USDT', kind: 'user-available', userId })
    expect(await balanceOf(database.read, credited)).toBe(usd(120n) + 1n)
    const weeks = (await nodesPool.readWeeks(database.read, { limit: 9 })).map(
      ({ paid, carried, nodes: count }) => [count, paid.USDT, carried.USDT],
    )
    expect(weeks).toEqual([
      [1, usd(120n) + 1n, 0n],
      [0, 0n, usd(120n) + 1n],
      [0, 0n, usd(120n) + 1n],
      [0, 0n, usd(100n) + 1n],
    ])
    await isSound(database)
    const published = await nodes.published()
    expect(await recomputed(nodes.facts(), published)).toEqual(published)
  })

  test('counts a stake that came late from the open week on, and one who binds late from the next Monday', async () => {
    const { database, nodes } = await open(openDatabase)
    await gather(nodes, inWeek(0n))
    await nodes.join(inWeek(0n), 4)
    await nodes.stake(inWeek(0n), { person: 0, value: usd(2_000n), days: 60 })
    await nodes.stake(inWeek(0n), { person: 4, value: usd(10_000n), days: 60 })
    await nodes.setClock(inWeek(1n))
    await nodes.close()
    await nodes.bind(inWeek(1n), { person: 4, inviter: 0 })
    await nodes.setClock(inWeek(2n))
    await nodes.close()
    expect(await sharesOf(database, 1n)).toEqual([])
    // Events of week 0, out of suspense in week 2: closed weeks are unchanged, this one counts them.
    await nodes.stake(inWeek(0n), { person: 1, value: usd(500n), days: 60 })
    await nodes.receive(inWeek(0n), { kind: 'operator', token: 'DR', amount: 7n })
    await nodes.bringUp()
    await nodes.bringUp()
    const now = { config: NODE_CONFIG, week: FIRST + 2n, until: inWeek(2n) }
    const board = await readBoard(database.read, now)
    expect(board.nodes.map(({ own, direct }) => [own, direct])).toEqual([[usd(2_000n), usd(10_500n)]])
    await nodes.setClock(inWeek(3n))
    await nodes.close()
    expect(await sharesOf(database, 2n)).toEqual([[1, accountOf(0), 2_000n, 10_500n, 0n]])
    const published = await nodes.published()
    expect(published[2]).toContain('"late":[{')
    expect(await recomputed(nodes.facts(), published)).toEqual(published)
    await isSound(database)
  })

  test('any events, late or on time, give one result: the one recomputed from the events', async () => {
    const weeks = 4
    const config = { ...NODE_CONFIG, ownMinimum: 5n, directMinimum: 12n }
    const activities = fc.array(
      fc.record({
        at: fc.bigInt({ min: 0n, max: BigInt(weeks) * 7n * 24n }).map((hours) => hours * 3_600n),
        person: fc.nat({ max: 7 }),
        value: fc.bigInt({ min: 1n, max: 25n }),
        days: fc.constantFrom(1, 7, 14, 30),
        what: fc.constantFrom('stake', 'stake', 'stake', 'reinvest', 'fund', 'flush', 'bind'),
      }),
      { minLength: 30, maxLength: 45 },
    )
    const live = async (nodes: DatabaseNodes, plan: readonly DatedActivity[], onTime: boolean) => {
      await nodes.join(inWeek(0n, 0n), 0, { genesis: true })
      for (let person = 1; person <= 7; person += 1) {
        await nodes.join(inWeek(0n, 0n), person)
        if (person < 5) await nodes.bind(inWeek(0n, 0n), { person, inviter: Math.floor(person / 3) })
      }
      const bound = new Set([0, 1, 2, 3, 4])
      const stakers = new Set<number>()
      for (const { at: since, person, value, days, what } of plan) {
        const at = inWeek(0n, since)
        await nodes.setClock(at)
        if (onTime) {
          await nodes.close()
          await nodes.bringUp()
        }
        if (what === 'stake' || (what === 'reinvest' && stakers.has(person))) {
          stakers.add(person)
          await nodes.stake(at, { person, value, days, reinvests: what === 'reinvest' })
        } else if (what === 'fund') {
          await nodes.receive(at, { kind: 'operator', token: 'DR', amount: value })
        } else if (what === 'flush') {
          await nodes.receive(at, { kind: 'swap-fees', token: 'USDT', amount: value * 101n })
        } else if (what === 'bind' && !bound.has(person)) {
          bound.add(person)
          await nodes.bind(at, { person, inviter: person % 2 })
        }
      }
      await nodes.setClock(inWeek(BigInt(weeks) + 1n))
      await nodes.close()
    }
    await fc.assert(
      fc.asyncProperty(activities, async (unsorted) => {
        const plan = unsorted.toSorted((a, b) => Number(a.at - b.at))
        const [onTime, late] = [await open(openDatabase, config), await open(openDatabase, config)]
        await live(onTime.nodes, plan, true)
        await live(late.nodes, plan, false)
        const published = await onTime.nodes.published()
        expect(published).toHaveLength(weeks + 1)
        expect(await late.nodes.published()).toEqual(published)
        expect(await recomputed(onTime.nodes.facts(), published)).toEqual(published)
        for (const { database } of [onTime, late]) await isSound(database)
      }),
      { numRuns: 2 },
    )
  })

  test('published rows cannot be changed, and a false claim makes no node', async () => {
    const { database, nodes } = await open(openDatabase)
    await gather(nodes, inWeek(0n))
    await nodes.stake(inWeek(0n), { person: 0, value: usd(1_000n), days: 60 })
    await nodes.stake(inWeek(0n), { person: 1, value: usd(10_000n), days: 60 })
    await nodes.setClock(inWeek(2n))
    await nodes.close()
    for (const change of [
      'UPDATE node_week SET nodes = 2',
      'UPDATE node_share SET usdt = 1',
      'DELETE FROM node_income',
      'UPDATE node_stake SET value = value + 1',
      'UPDATE node_stake SET began_in = began_in + 1',
      'UPDATE node_member SET inviter_id = user_id WHERE inviter_id IS NOT NULL',
      'DELETE FROM node_member',
    ]) {
      await expect(database.single.query({ text: change }), change).rejects.toThrow()
    }
    const published = await nodes.published()
    const facts = nodes.facts()
    const claim = (from: string | RegExp, to: string) => {
      const changed = published.map((text) => text.replace(from, to))
      expect(changed).not.toEqual(published)
      return recomputed(facts, changed)
    }
    await expect(claim(/"reference":"chain:31337:0x00/, '"reference":"chain:31337:0x11')).rejects.toThrow(
      /there was no deposit/,
    )
    await expect(claim(/"reference":"chain:[^"]*"/, '"reference":"order:1"')).rejects.toThrow(/never staked/)
    await expect(
      claim(
        `"account":"${accountOf(1)}","inviter":"${accountOf(0)}"`,
        `"account":"${accountOf(1)}","inviter":"${accountOf(1)}"`,
      ),
    ).rejects.toThrow(/is its own descendant/)
    const bought = {
      account: accountOf(1),
      referrer: accountOf(3),
      txHash: accountOf(9),
      logIndex: 0,
      timestamp: inWeek(0n),
      place: 1n,
      usdrAmount: 1n,
      usdrShareBps: 5_000n,
    }
    await expect(recomputed({ ...facts, bought: [bought] }, published)).rejects.toThrow(/as the chain says/)
    // A larger stake than was deposited is corrected from the event, and the bytes differ.
    expect(await claim(`"principal":"${usd(10_000n)}"`, `"principal":"${usd(90_000n)}"`)).toEqual(published)
  })
})

describeOnPostgres('the node pool, concurrently', ({ openDatabase }) => {
  test('closes each week once, and counts a stake that begins meanwhile', async () => {
    const { database, nodes } = await open(openDatabase)
    await gather(nodes, inWeek(0n))
    await nodes.stake(inWeek(0n), { person: 0, value: usd(1_000n), days: 300 })
    await nodes.stake(inWeek(0n), { person: 1, value: usd(20_000n), days: 300 })
    await nodes.receive(inWeek(0n), { kind: 'operator', token: 'USDT', amount: usd(9n) })
    await nodes.setClock(weekEnd(FIRST + 5n) + DAY)
    const results = await Promise.all([
      ...Array.from({ length: 6 }, () => nodes.close()),
      ...[2, 3].map((person) =>
        nodes.stake(weekEnd(FIRST + 5n) + 1n, { person, value: usd(1n), days: 300, reinvests: false }),
      ),
    ])
    expect(results.filter((closed) => closed === 6)).toHaveLength(1)
    expect(results.filter((closed) => closed === 0)).toHaveLength(5)
    await nodes.setClock(weekEnd(FIRST + 7n))
    expect(await nodes.close()).toBe(2)
    expect((await sharesOf(database, 6n)).map(([, , , direct]) => direct)).toEqual([20_000n])
    expect((await sharesOf(database, 7n)).map(([, , , direct]) => direct)).toEqual([20_002n])
    await isSound(database)
  })
})
