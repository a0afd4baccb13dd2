import { CALLS } from '@dr/protocol/calls/index'
import { describeOnBoth } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLedger } from '../../src/modules/ledger/index.ts'
import { type Chain, ONE, startChain, startTestApp } from '../app/test-app.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const DAY = 86_400

describeOnBoth('buy, power, mine, collect, withdraw', ({ openDatabase }) => {
  test('each step is what chain and ledger say, and the books equal the chain', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser(`journey ${Math.random()}`)

    const buy = await app.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 2 })
    expect(buy.outgoing).toEqual([
      { token: 'USDT', amount: (160n * ONE).toString(), from: 'wallet', to: 'treasury' },
      { token: 'DRGV', amount: expect.stringMatching(/^(400|399)\d{18}$/), from: 'wallet', to: 'burned' },
    ])
    expect(buy.incoming).toMatchObject([{ kind: 'machines', count: 2, power: 20, lifeDays: 720 }])
    await app.redeem(buy, user.wallet)
    expect((await app.call(CALLS.miningDetail, user, {})).items).toEqual([]) // not final yet
    await app.finalize()
    const bought = await app.call(CALLS.miningDetail, user, {})
    expect(bought.items.map(({ state, power }) => [state, power])).toEqual([
      ['not-activated', 10],
      ['not-activated', 10],
    ])

    const activate = await app.call(CALLS.activateSignature, user, { all: 'not-activated', Period: 1 })
    expect(activate.outgoing).toEqual([
      { token: 'DRGV', amount: (12n * ONE).toString(), from: 'wallet', to: 'burned' },
    ])
    await app.redeem(activate, user.wallet)
    const pending = await app.call(CALLS.miningInfo, user, {})
    expect(pending.machines).toEqual({ 'not-activated': 0, activated: 2, producing: 0, paused: 0 })
    await app.finalize()
    await app.travel(12 * DAY)
    await app.release()

    const info = await app.call(CALLS.miningInfo, user, {})
    expect(info.machines.producing).toBe(2)
    expect(info.power).toBe(20)
    expect(info.networkPower).toBe(20)
    const accrued = BigInt(info.accrued)
    // 20 T at 0.05 DR a day each; there is no other power, and the reward does not rise for it.
    expect(accrued >= 12n * ONE && accrued < (121n * ONE) / 10n).toBe(true)

    const collected = await app.call(CALLS.collectMining, user, {})
    expect(collected.amount).toBe(info.accrued)

    const amount = 10n * ONE
    const voucher = await app.call(CALLS.createWithdrawal, user, {
      account: 0,
      token: 'DR',
      amount: amount.toString(),
    })
    const before = await app.read.dr(user.wallet.address)
    await app.redeem(voucher, user.wallet)
    expect((await app.read.dr(user.wallet.address)) - before).toBe((95n * ONE) / 10n)
    await app.finalize()

    const records = await app.call(CALLS.withdrawalDetail, user, {})
    expect(records.items).toMatchObject([{ status: 'used', received: ((95n * ONE) / 10n).toString() }])
    const flows = await app.call(CALLS.fundFlows, user, {})
    expect(flows.items.map(({ kind, direction, amount }) => [kind, direction, BigInt(amount)])).toEqual([
      ['withdrawal.burned', 'out', ONE / 2n],
      ['withdrawal.paid', 'out', (95n * ONE) / 10n],
      ['withdrawal.hold', 'hold', amount],
      ['mining.collect', 'in', accrued],
    ])
    expect(flows.items[3]?.source).toEqual({ kind: 'emission', releaseId: collected.releaseId })
    expect(flows.balances).toEqual([
      { account: 0, token: 'DR', available: (accrued - amount).toString(), held: '0' },
    ])

    const overview = await app.call(CALLS.overview, undefined, {})
    const { contracts } = app
    const [reserve] = overview.reserves
    expect(BigInt(reserve?.reserve ?? 0)).toBe(BigInt(reserve?.owed ?? 0) + BigInt(reserve?.pools ?? 0))
    expect(overview.burned.DR).toBe((ONE / 2n).toString())
    const onChain = await app.read.dr(contracts.withdrawalVault0)
    expect(
      await auditLedger(app.database.read, { reserves: [{ vault: 0, token: 'DR', amount: onChain }] }),
    ).toEqual([])
    const stats = await app.call(CALLS.miningStats, user, {})
    expect(stats.days.reduce((sum, { mined }) => sum + BigInt(mined), 0n)).toBe(accrued)
    expect(stats.days.reduce((sum, { collected }) => sum + BigInt(collected), 0n)).toBe(accrued)
    expect(stats.days.at(-1)?.power).toBe(20)
  })
})
