/**
 * The weekly pool on real contracts: from the funding's event to holders' balances, the published file, and
 * its recomputation.
 */

import { readFile, rm, writeFile } from 'node:fs/promises'
import { drAbi } from '@dr/contracts/abi/dr'
import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { resultRegistryAbi } from '@dr/contracts/abi/result-registry'
import { CALLS } from '@dr/protocol/calls/index'
import { weekEnd, weekOf } from '@dr/protocol/rules/weeks'
import { describeOnDatabase } from '@dr/test-kit'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attesterKey } from '../../../test/app/chain.ts'
import {
  type Chain,
  ONE,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/app/test-app.ts'
import {
  buyPower,
  equipForPower,
  fundPools,
  observePrices,
  tradeDr,
  travelToWeekEnd,
} from '../../../test/modules/pod-power.ts'
import { newTrader, swap } from '../../../test/modules/trader.ts'
import { lowerHex } from '../../platform/hex.ts'
import { auditLedger, balanceOf, account as ledgerAccount } from '../ledger/index.ts'
import { isRight, originOf, registryKind } from '../results/index.ts'
import { checkResults } from './results/check-results.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const DAY = 86_400n

const runTick = async (app: TestApp, name: string) => {
  const ticks = [...app.dividends.ticks, ...app.results.ticks]
  const tick = ticks.find((one) => one.name === name)
  if (!tick) throw new Error(`no tick ${name}`)
  await tick.run(new AbortController().signal)
}

const creditedOf = async (app: TestApp, { userId }: TestUser, token: 'USDT' | 'DR') =>
  balanceOf(app.database.read, ledgerAccount({ vault: 1, token, kind: 'user-available', userId }))

const recompute = (app: TestApp, lastWeek: bigint, change = (_week: bigint, text: string) => text) =>
  checkResults(chain.client, {
    origin: originOf(chain.deployment.chainId, app.contracts),
    lastWeek,
    startBlock: BigInt(chain.deployment.startBlock),
    readFile: async (week) =>
      change(
        week,
        await readFile((await app.results.openResult({ kind: 'dividends', week }))?.path ?? '', 'utf8'),
      ),
  })

/**
 * Two buyers, income in both tokens with a price at the week's end, a withdrawn pledge: weeks 0 to 2 of it
 * are closed.
 */
const threeWeeks = async (app: TestApp) => {
  const [alice, bob] = [await app.newUser('alice'), await app.newUser('bob')]
  for (const user of [alice, bob]) await equipForPower(app, user)
  await buyPower(app, alice, 1_000n)
  await buyPower(app, bob, 2_000n)
  await app.dividends.power.changePledge({ userId: bob.userId, action: 'unpledge', units: 500n * ONE })
  await travelToWeekEnd(app)
  await fundPools(app, 'usdt', 1_000n, 'advertising')
  await fundPools(app, 'dr', 500n, 'our own')
  await travelToWeekEnd(app, { before: DAY + 3_600n })
  await observePrices(app)
  await tradeDr(app)
  await travelToWeekEnd(app, { before: 60n })
  await observePrices(app)
  await travelToWeekEnd(app)
  await app.dividends.power.changePledge({ userId: alice.userId, action: 'unpledge', units: 100n * ONE })
  await buyPower(app, bob, 100n)
  const trader = await newTrader(app, 'trader')
  await swap(app, trader, ['USDT', 'USDR', 1_000n * ONE])
  await app.send(chain.holder, {
    address: app.contracts.exchange,
    abi: exchangeAbi,
    functionName: 'flushFees',
    args: [],
  })
  await app.finalize()
  await travelToWeekEnd(app)
  return { alice, bob, last: weekOf(await app.clock()) - 1n }
}

describeOnDatabase('the weekly pool', ({ openDatabase }) => {
  test('pays what was funded, and shows where it came from and went', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const { alice, bob, last } = await threeWeeks(app)
    const { weeks, current } = await app.call(CALLS.dividendPool, undefined, {})
    const [newest, funded, first] = weeks.items
    // 64 % of three dollars.
    expect(newest?.income.swapFees).toEqual({ USDT: ((3n * ONE * 64n) / 100n).toString(), DR: '0' })
    expect(current).toMatchObject({ week: Number(last) + 1, income: { carried: newest?.carried } })
    expect(funded).toMatchObject({
      income: {
        swapFees: { USDT: '0', DR: '0' },
        operator: { USDT: (800n * ONE).toString(), DR: (400n * ONE).toString() },
        carried: { USDT: '0', DR: '0' },
      },
      result: null,
    })
    const ranks = first?.prizes.map(({ rank, address, amount }) => [rank, address, amount.USDT])
    expect(ranks).toEqual([
      [1, bob.account, '0'],
      [2, alice.account, '0'],
    ])
    const price = BigInt(funded?.drPrice ?? 0)
    expect(price > ONE / 2n && price < (ONE * 51n) / 100n).toBe(true) // 0.50, after a purchase of ten dollars
    // Seven eighths of 800 USDT and of 400 DR, to 5,500 of pledged power: less than a fifth of it together.
    const paid = BigInt(funded?.dividends.USDT ?? 0)
    expect(700n * ONE - paid < 2n).toBe(true)
    expect(350n * ONE - BigInt(funded?.dividends.DR ?? 0) < 10n).toBe(true)
    expect(BigInt(funded?.perUnit ?? 0) / 10n ** 12n).toBe(
      ((700n * ONE + 350n * price) * 10n ** 6n) / (5_500n * ONE),
    )

    await runTick(app, 'dividends.credit')
    const [a, b] = [await creditedOf(app, alice, 'USDT'), await creditedOf(app, bob, 'USDT')]
    const info = await app.call(CALLS.podPowerInfo, alice, {})
    expect(BigInt(info.dividends.USDT)).toBe(a)
    const twoWeeks = paid + BigInt(newest?.dividends.USDT ?? 0)
    const rest = await balanceOf(
      app.database.read,
      ledgerAccount({ vault: 1, token: 'USDT', kind: 'dividends-payable' }),
    )
    expect([a + b + rest - BigInt(newest?.prizeTotal.USDT ?? 0), rest < 4n]).toEqual([twoWeeks, true])
    const flows = await app.call(CALLS.fundFlows, alice, { account: 1, token: 'USDT' })
    expect(flows.items.at(-1)).toMatchObject({
      kind: 'dividends.credit',
      source: { kind: 'week', from: Number(last) - 1, to: Number(last) - 1 },
    })
    const { contracts } = app
    const held = (vault: 1 | 2, token: 'usdt' | 'dr') =>
      chain.client.readContract({
        address: contracts[token],
        abi: drAbi,
        functionName: 'balanceOf',
        args: [contracts.withdrawalVaults[vault]],
      })
    const reserves = [
      { vault: 1, token: 'USDT', amount: await held(1, 'usdt') },
      { vault: 1, token: 'DR', amount: await held(1, 'dr') },
      { vault: 2, token: 'USDT', amount: await held(2, 'usdt') },
      { vault: 2, token: 'DR', amount: await held(2, 'dr') },
    ] as const
    expect(await auditLedger(app.database.read, { reserves })).toEqual([])
  })

  test('publishes each week, posts its hash, and anyone can recompute it from the chain', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const { last } = await threeWeeks(app)
    await runTick(app, 'results.publish')
    await runTick(app, 'results.publish') // mined already: sends nothing again
    await app.finalize()
    const { weeks } = await app.call(CALLS.dividendPool, undefined, {})
    expect(weeks.items.map(({ result }) => result?.txHash)).toEqual(
      weeks.items.map(() => expect.stringMatching(/^0x/)),
    )
    expect(weeks.items[0]?.result?.file).toBe(`/results/dividends-${last}.json`)

    const checked = await recompute(app, last)
    expect(checked.map((one) => [one.week, one.difference, isRight(one)])).toEqual(
      checked.map(({ week }) => [week, null, true]),
    )
    expect(checked.map(({ posted }) => posted)).toEqual(
      weeks.items.map(({ result }) => result?.hash).toReversed(),
    )

    // A lost file is written again, identically; one that was changed afterwards is detected.
    const path = (await app.results.openResult({ kind: 'dividends', week: last }))?.path ?? ''
    const text = await readFile(path, 'utf8')
    await rm(path)
    expect(
      await readFile((await app.results.openResult({ kind: 'dividends', week: last }))?.path ?? '', 'utf8'),
    ).toBe(text)
    const richer = await recompute(app, last, (week, published) =>
      week === last ? published.replace(/"dividends":\{"USDT":"\d/, '"dividends":{"USDT":"9') : published,
    )
    expect(richer.map(isRight)).toEqual(checked.map((_, at) => at < checked.length - 1))
    expect(richer.at(-1)?.difference?.recomputed).not.toBe(richer.at(-1)?.difference?.published)
    // A file that claims to have pledged more than was bought is refused.
    const claimed = recompute(app, last, (_, published) =>
      published.replace(/"joining":"(\d+)","leaving"/, '"joining":"9$1","leaving"'),
    )
    await expect(claimed).rejects.toThrow(/pledges more than it has/)
    await writeFile(path, text)
  })

  test('a hash on chain of another file is an alarm, and is never replaced', async () => {
    const app = await startTestApp(chain, await openDatabase())
    await travelToWeekEnd(app)
    const week = weekOf(await app.clock()) - 1n
    const hash = lowerHex(`0x${'99'.repeat(32)}`)
    await app.send(privateKeyToAccount(attesterKey), {
      address: app.contracts.resultRegistry,
      abi: resultRegistryAbi,
      functionName: 'postResult',
      args: [registryKind('dividends'), week, hash],
    })
    await app.finalize()
    await expect(runTick(app, 'results.publish')).rejects.toThrow(/is on chain/)
    const { weeks } = await app.call(CALLS.dividendPool, undefined, {})
    expect(weeks.items.find((one) => one.week === Number(week))?.result?.txHash).toBeNull()
    await travelToWeekEnd(app) // a stolen key's hash does not prevent later weeks from being posted
    await expect(runTick(app, 'results.publish')).rejects.toThrow(/is on chain/)
    await app.finalize()
    const [newest] = (await app.call(CALLS.dividendPool, undefined, {})).weeks.items
    expect(newest).toMatchObject({ week: Number(week) + 1, result: { txHash: expect.stringMatching(/^0x/) } })
  })

  test('without a price at the week’s end DR waits, USDT does not', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('waiting')
    await equipForPower(app, user)
    await buyPower(app, user, 1_000n)
    await travelToWeekEnd(app)
    await fundPools(app, 'usdt', 10n)
    await fundPools(app, 'dr', 10n)
    await travelToWeekEnd(app)
    const { weeks } = await app.call(CALLS.dividendPool, undefined, {})
    expect(weeks.items[0]).toMatchObject({
      drPrice: null,
      dividends: { USDT: (7n * ONE).toString(), DR: '0' },
      carried: { USDT: ONE.toString(), DR: (8n * ONE).toString() },
    })
    expect(Number(weekEnd(BigInt(weeks.items[0]?.week ?? 0)))).toBe(weeks.items[0]?.endsAt)
  })
})
