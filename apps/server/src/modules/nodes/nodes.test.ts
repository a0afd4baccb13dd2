/**
 * Nodes on real contracts: from a deposit's event to the payout, the published file, and its recomputation.
 */

import { readFile } from 'node:fs/promises'
import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { CALLS } from '@dr/protocol/calls/index'
import { weekOf } from '@dr/protocol/rules/weeks'
import { describeOnPostgres } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp, type TestApp } from '../../../test/app/test-app.ts'
import {
  deposit,
  fundBudget,
  OF_DR,
  reinvest,
  runTick as runPackages,
  TERM,
} from '../../../test/modules/packages.ts'
import {
  buyPower,
  fundPools,
  newInvited,
  observePrices,
  travelToWeekEnd,
} from '../../../test/modules/pod-power.ts'
import { newTrader, swap } from '../../../test/modules/trader.ts'
import { balanceOf, account as ledgerAccount } from '../ledger/index.ts'
import { isRight, originOf } from '../results/index.ts'
import { checkNodeResults } from './check-node-results.ts'
import { auditNodes } from './nodes-pool.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const HOUR = 3_600n

const tick = async (app: TestApp, name: string) => {
  const found = [...app.nodes.ticks, ...app.results.ticks].find((one) => one.name === name)
  if (!found) throw new Error(`no tick ${name}`)
  await found.run(new AbortController().signal)
}

/** A node with exactly the minimums, by a deposit in USDT and one in DR, and a user who is no node. */
const becomeNode = async (app: TestApp) => {
  for (const packageId of [1, 3]) {
    const token = packageId === 1 ? 'USDT' : 'DR'
    await fundBudget(app, { packageId, token, amount: 1_000n * ONE })
  }
  const carol = await app.newUser('carol')
  const alice = await newInvited(app, 'alice', carol)
  const bob = await newInvited(app, 'bob', alice)
  const inUsdt = { packageId: 1, token: 'USDT', amount: 1_000n * ONE } as const
  await deposit(app, alice.wallet, inUsdt)
  await deposit(app, bob.wallet, { ...inUsdt, amount: 9_500n * ONE })
  // 0.50 USDT each, about: 2,000 DR are the missing 500 and some more.
  const inDr = { packageId: 3, token: 'DR', incomeToken: 'DR', amount: 2_000n * ONE } as const
  await deposit(app, bob.wallet, inDr)
  await app.finalize()
  return { carol, alice, bob }
}

const recompute = (app: TestApp, lastWeek: bigint, change = (text: string) => text) =>
  checkNodeResults(chain.client, {
    origin: originOf(chain.deployment.chainId, app.contracts),
    startBlock: BigInt(chain.deployment.startBlock),
    lastWeek,
    readFile: async (week) =>
      change(await readFile((await app.results.openResult({ kind: 'nodes', week }))?.path ?? '', 'utf8')),
  })

const packages = [
  { ...TERM, termDays: 20 },
  { ...OF_DR, termDays: 20 },
]

describeOnPostgres('nodes', ({ openDatabase }) => {
  test('are paid what the pool got, by figures that anyone can recompute from the chain', async () => {
    const app = await startTestApp(chain, await openDatabase(), { packages })
    await travelToWeekEnd(app) // from a Monday on, whatever day it is now
    await travelToWeekEnd(app, { before: 24n * HOUR })
    const { carol, alice, bob } = await becomeNode(app)
    const before = await app.call(CALLS.nodeRanking, alice, {})
    expect(before.mine).toMatchObject({ rank: null, node: false, own: '0', direct: '0' })
    expect(before.mine.standing.own).toBe(String(1_000n * ONE))
    expect(before.mine.missing).toEqual({ own: '0', direct: '0' }) // of the next week
    await travelToWeekEnd(app)
    await tick(app, 'nodes.bring-up')
    const during = await app.call(CALLS.nodeRanking, alice, {})
    expect(during.mine).toMatchObject({ rank: 1, node: true, own: String(1_000n * ONE) })
    const direct = BigInt(during.mine.direct)
    expect(direct > 10_300n * ONE && direct < 10_600n * ONE).toBe(true)
    expect(during.ranking.items).toEqual([
      {
        rank: 1,
        address: alice.account,
        own: during.mine.own,
        direct: during.mine.direct,
        weight: during.current.weight,
      },
    ])
    // A node keeps its own stake: it is no performance of its inviter, even though the inviter is no
    // candidate.
    const carols = await app.call(CALLS.nodeRanking, carol, {})
    expect(carols.mine).toMatchObject({ direct: '0', standing: { own: '0', direct: '0' } })
    expect(carols.mine.missing).toEqual({ own: String(1_000n * ONE), direct: String(10_000n * ONE) })
    const bobs = await app.call(CALLS.nodeRanking, bob, {})
    expect(bobs.mine).toMatchObject({ rank: null, missing: { own: '0', direct: String(10_000n * ONE) } })

    await fundPools(app, 'usdt', 100n, 'for nodes too')
    await fundPools(app, 'dr', 50n)
    const trader = await newTrader(app, 'trader')
    await swap(app, trader, ['USDT', 'USDR', 1_000n * ONE])
    const flush = { address: app.contracts.exchange, abi: exchangeAbi, functionName: 'flushFees', args: [] }
    await app.send(chain.holder, flush)
    await buyPower(app, bob, 1_000n) // records bob's inviter on chain
    await travelToWeekEnd(app)
    const { weeks, current } = await app.call(CALLS.nodeRanking, alice, {})
    // A fifth of the funding, and 36 % of three dollars: the trader has no inviter.
    const paid = { USDT: 20n * ONE + (3n * ONE * 36n) / 100n, DR: 10n * ONE }
    const text = { USDT: String(paid.USDT), DR: String(paid.DR) }
    expect(weeks[0]).toMatchObject({ nodes: 1, available: text, paid: text, mine: text })
    expect(weeks[0]?.carried).toEqual({ USDT: '0', DR: '0' })
    expect(current.available).toEqual({ USDT: '0', DR: '0' })
    for (const token of ['USDT', 'DR'] as const) {
      const name = { vault: 2, token, kind: 'user-available', userId: alice.userId } as const
      expect(await balanceOf(app.database.read, ledgerAccount(name))).toBe(paid[token])
    }
    const flows = await app.call(CALLS.fundFlows, alice, { account: 2, token: 'DR' })
    const last = weekOf(await app.clock()) - 1n
    expect(flows.items[0]).toMatchObject({
      kind: 'node.week',
      direction: 'in',
      amount: String(paid.DR),
      source: { kind: 'node-week', week: Number(last) },
    })
    expect(await auditNodes(app.database.read)).toEqual([])

    // Matured, reinvested: a reinvestment has no event, and its price is the oracle's own.
    await travelToWeekEnd(app, { weeks: 1n, before: 48n * HOUR })
    await observePrices(app)
    await app.travel(Number(30n * HOUR))
    await observePrices(app)
    await app.finalize()
    await runPackages(app, 'packages.due')
    await reinvest(app, bob, 1_000n * ONE, { packageId: 3, incomeType: 'DR' })
    await travelToWeekEnd(app, { weeks: 1n })
    await tick(app, 'results.publish')
    await tick(app, 'results.publish')
    await app.finalize()
    const published = await app.call(CALLS.nodeRanking, alice, {})
    expect(published.weeks.map(({ result }) => result?.txHash)).toEqual(
      published.weeks.map(() => expect.stringMatching(/^0x/)),
    )
    const end = weekOf(await app.clock()) - 1n
    const checked = await recompute(app, end)
    expect(checked.map((one) => [one.week, one.difference, isRight(one)])).toEqual(
      checked.map(({ week }) => [week, null, true]),
    )
    expect(checked.map(({ reinvestments }) => reinvestments).filter((count) => count > 0)).toEqual([1])
    const richer = await recompute(app, end, (text) => text.replace(/"weight":"1/, '"weight":"9'))
    expect(richer.every(isRight)).toBe(false)
  })
})
