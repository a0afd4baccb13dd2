/**
 * Recent deposits that leave without burn share a quarter of the node vault's day (audit M-1, ADR 0059): the
 * audit's attack, and the users it must not affect.
 */
import { withdrawalVaultAbi } from '@dr/contracts/abi'
import { RECENT_DAYS_MAX, recentDays } from '@dr/protocol/rules/recent-deposits'
import { describeOnDatabase } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp, type TestUser } from '../../../../test/app/test-app.ts'
import { bookClaims, transferWithin } from '../../../../test/modules/claims.ts'
import { DAY, deposit, fundBudget, newDepositor, reinvest, TERM } from '../../../../test/modules/packages.ts'
import {
  depositMisfit,
  depositors,
  earner,
  LIMIT,
  limitsOf,
  NEXT_DAY,
  NODE_USDT,
  openApp,
  RECENT,
  refusal,
  SHARE,
  setCaps,
  toNoon,
} from '../../../../test/modules/recent-depositors.ts'
import {
  expectLedgerMatchesChain,
  give,
  giveDrToBurn,
  moneyOf,
  walletHas,
  withdraw,
} from '../../../../test/modules/withdrawals.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

describeOnDatabase('recent deposits', (databases) => {
  test('of many accounts that go round each day leave three quarters of it to others', async () => {
    const app = await openApp(chain, databases)
    const each = 3_000n * ONE
    const attackers = await depositors(app, 6, each)
    const others = [
      await earner(app, 'first', 30_000n * ONE),
      await earner(app, 'second', 30_000n * ONE),
      await earner(app, 'third', 30_000n * ONE),
    ]
    for (let day = 0; day < 2; day += 1) {
      let taken = 0n
      for (const user of attackers) {
        const voucher = await withdraw(app, user, NODE_USDT, each).catch((error: unknown) => {
          expect(error).toMatchObject(refusal(SHARE - taken))
          return null
        })
        if (voucher === null) continue
        await app.redeem(voucher, user.wallet)
        await depositMisfit(app, user, each)
        taken += each
      }
      expect(taken).toBe(9_000n * ONE)
      for (const user of others) {
        await app.redeem(await withdraw(app, user, NODE_USDT, 10_000n * ONE), user.wallet)
      }
      await app.travel(NEXT_DAY)
    }
    expect(await moneyOf(app, others[0] as TestUser, NODE_USDT)).toMatchObject({ available: 10_000n * ONE })
    await expectLedgerMatchesChain(app)
  })

  test('take all of the share and no more; it is free again when the contract’s day no longer counts it', async () => {
    const app = await openApp(chain, databases)
    await app.travel(55 * 60) // the voucher's deadline is in the next hour; the hour of its payment counts
    const [first, second] = (await depositors(app, 2, 7_000n * ONE)) as [TestUser, TestUser]
    await app.redeem(await withdraw(app, first, NODE_USDT, 7_000n * ONE), first.wallet)
    await app.finalize()
    const paidAt = await app.clock()
    expect(await limitsOf(app, second)).toEqual([
      { ...RECENT, deposited: `${7_000n * ONE}`, used: `${7_000n * ONE}` },
    ])
    const refused = await withdraw(app, second, NODE_USDT, 3_000n * ONE + 1n).catch((error: unknown) => error)
    expect(refused).toMatchObject(refusal(3_000n * ONE))
    expect(await moneyOf(app, second, NODE_USDT)).toEqual({ available: 7_000n * ONE, held: 0n })
    const { fitsAt } = (refused as { details: { fitsAt: number } }).details
    expect(BigInt(fitsAt)).toBe((paidAt / 3_600n + 25n) * 3_600n)
    await app.redeem(await withdraw(app, second, NODE_USDT, 3_000n * ONE), second.wallet)
    await app.finalize()
    await app.travel(fitsAt - 60 - Number(await app.clock()))
    await expect(withdraw(app, second, NODE_USDT, 4_000n * ONE)).rejects.toMatchObject(refusal(0n))
    await app.travel(120)
    await app.redeem(await withdraw(app, second, NODE_USDT, 4_000n * ONE), second.wallet)
    await app.finalize()
    await expectLedgerMatchesChain(app)
  })

  test('that a voucher holds are free again when it ends unused, expired or closed by another', async () => {
    const app = await openApp(chain, databases)
    const [first, second] = (await depositors(app, 2, 9_000n * ONE)) as [TestUser, TestUser]
    await withdraw(app, first, NODE_USDT, 3_000n * ONE)
    const used = await withdraw(app, first, NODE_USDT, 5_000n * ONE) // on the same nonce
    await expect(withdraw(app, second, NODE_USDT, 2_001n * ONE)).rejects.toMatchObject(refusal(2_000n * ONE))
    await app.redeem(used, first.wallet)
    await app.finalize()
    const expiring = await withdraw(app, second, NODE_USDT, 5_000n * ONE)
    await expect(withdraw(app, first, NODE_USDT, 1n)).rejects.toMatchObject(refusal(0n))
    await app.travel(expiring.deadline + 1 - Number(await app.clock()))
    expect((await limitsOf(app, first))[0]?.used).toBe(`${5_000n * ONE}`)
    await withdraw(app, first, NODE_USDT, 4_000n * ONE)
  })

  test('do not stop what was earned, what is older, or what is beside a package', async () => {
    const app = await openApp(chain, databases)
    await fundBudget(app, { packageId: 1, token: 'USDT', amount: 100n * ONE })
    const [older, staker, mixed] = (await depositors(app, 3, 2_000n * ONE)) as [TestUser, TestUser, TestUser]
    await app.travel(29 * DAY)
    expect(await limitsOf(app, older)).toMatchObject([{ deposited: `${2_000n * ONE}` }])
    await app.travel(DAY + 3_600)
    expect(await limitsOf(app, older)).toEqual([])
    await deposit(app, staker.wallet, { packageId: 1, token: 'USDT', amount: 5_000n * ONE })
    const attackers = await depositors(app, 2, 5_000n * ONE, 'attacker')
    for (const user of attackers) await withdraw(app, user, NODE_USDT, 5_000n * ONE)
    // Nothing is left of the share.
    await depositMisfit(app, mixed, 1_000n * ONE)
    await app.finalize()
    await expect(withdraw(app, mixed, NODE_USDT, 3_000n * ONE)).rejects.toMatchObject(refusal(0n))

    const before = await walletHas(app, older, 'USDT')
    await app.redeem(await withdraw(app, older, NODE_USDT, 2_000n * ONE), older.wallet)
    expect((await walletHas(app, older, 'USDT')) - before).toBe(2_000n * ONE)
    await app.redeem(await withdraw(app, staker, NODE_USDT, 2_000n * ONE), staker.wallet) // 5,000 are locked
    await app.redeem(await withdraw(app, mixed, NODE_USDT, 2_000n * ONE), mixed.wallet) // the older ones
    await app.finalize()
    await expect(withdraw(app, mixed, NODE_USDT, 1n)).rejects.toMatchObject(refusal(0n))
    expect(await limitsOf(app, staker)).toEqual([])

    await give(app, mixed, NODE_USDT, 500n * ONE)
    await app.redeem(await withdraw(app, mixed, NODE_USDT, 500n * ONE), mixed.wallet) // earned leaves first
    await app.finalize()
    await expectLedgerMatchesChain(app)
  })

  test('are not covered by what other users sent: it could stand in for one account after the other', async () => {
    const app = await openApp(chain, databases)
    const [giver] = (await depositors(app, 1, 6_000n * ONE)) as [TestUser]
    const user = await newDepositor(app, 'receiver')
    const send = async (): Promise<void> => {
      const sent = { ...NODE_USDT, to: user.wallet.address, amount: 3_000n * ONE }
      await transferWithin(app, giver.wallet, sent)
      await app.finalize()
      await bookClaims(app)
    }
    await send()
    await app.travel(31 * DAY)
    await depositMisfit(app, user, 3_000n * ONE)
    const others = await depositors(app, 2, 5_000n * ONE, 'other')
    for (const other of others) await withdraw(app, other, NODE_USDT, 5_000n * ONE)
    const voucher = await withdraw(app, user, NODE_USDT, 1_000n * ONE)
    expect(voucher.withdrawal).toEqual({ burnFree: `${1_000n * ONE}` })
    await send()
    expect((await limitsOf(app, user))[0]).toMatchObject({ received: `${3_000n * ONE}` })
    // What is left of the first one covers 2,000; the second one covers nothing.
    await expect(withdraw(app, user, NODE_USDT, 2_001n * ONE)).rejects.toMatchObject(refusal(0n))
    await withdraw(app, user, NODE_USDT, 2_000n * ONE)
  })

  test('in a package that has matured since are recent as any other, since its principal can leave', async () => {
    const app = await startTestApp(chain, await databases.openDatabase(), {
      packages: [
        { ...TERM, termDays: 2 },
        { ...TERM, packageId: 2, termDays: 31 },
      ],
    })
    await toNoon(app)
    await fundBudget(app, { packageId: 1, token: 'USDT', amount: 100n * ONE })
    await fundBudget(app, { packageId: 2, token: 'USDT', amount: 100n * ONE })
    const longer = await newDepositor(app, 'longer term')
    await deposit(app, longer.wallet, { packageId: 2, token: 'USDT', amount: 1_000n * ONE })
    const user = await newDepositor(app, 'short term')
    await deposit(app, user.wallet, { packageId: 1, token: 'USDT', amount: 9_000n * ONE })
    await app.travel(DAY)
    expect(await limitsOf(app, user)).toEqual([])
    await app.travel(DAY)
    await withdraw(app, user, NODE_USDT, 9_000n * ONE)
    expect(await limitsOf(app, user)).toEqual([
      // less its income
      { ...RECENT, deposited: `${9_000n * ONE}`, used: `${9_000n * ONE - 18n * ONE}` },
    ])
    await app.travel(27 * DAY)
    expect(await limitsOf(app, user)).toMatchObject([{ deposited: `${9_000n * ONE}` }])
    await app.travel(2 * DAY + 3_600)
    expect(await limitsOf(app, user)).toEqual([])
    expect((await moneyOf(app, longer, NODE_USDT)).available).toBeGreaterThan(1_000n * ONE)
    expect(await limitsOf(app, longer)).toEqual([]) // locked for more than 30 days
  })

  test('that were reinvested after their package are locked again: earnings leave beside them', async () => {
    const app = await startTestApp(chain, await databases.openDatabase(), {
      packages: [
        { ...TERM, termDays: 2 },
        { ...TERM, packageId: 2, termDays: 60 },
      ],
    })
    await toNoon(app)
    await fundBudget(app, { packageId: 1, token: 'USDT', amount: 100n * ONE })
    await fundBudget(app, { packageId: 2, token: 'USDT', amount: 500n * ONE })
    const user = await newDepositor(app, 'reinvests')
    await giveDrToBurn(app, user, 1_000n * ONE)
    await deposit(app, user.wallet, { packageId: 1, token: 'USDT', amount: 3_000n * ONE })
    await app.travel(2 * DAY + 3_600)
    expect(await moneyOf(app, user, NODE_USDT)).toMatchObject({ available: 3_006n * ONE })
    expect(await limitsOf(app, user)).toMatchObject([{ deposited: `${3_000n * ONE}` }])
    await reinvest(app, user, 3_000n * ONE, { packageId: 2 })
    expect(await limitsOf(app, user)).toEqual([])

    await give(app, user, NODE_USDT, 200n * ONE)
    const others = await depositors(app, 2, 5_000n * ONE, 'other')
    for (const other of others) await withdraw(app, other, NODE_USDT, 5_000n * ONE)
    await app.redeem(await withdraw(app, user, NODE_USDT, 200n * ONE), user.wallet)
    await app.finalize()
  })

  test('are recent for longer while the vault’s limit is less than 5 % of what it holds', async () => {
    const app = await openApp(chain, databases)
    const [user] = (await depositors(app, 2, 9_000n * ONE)) as [TestUser]
    await app.travel(31 * DAY)
    expect(await limitsOf(app, user)).toEqual([])
    const setLimit = (vaultDailyBps: number) =>
      setCaps(app, { vaultDailyBps, vaultDailyFloor: 100n * ONE, accountDaily: 10_000n * ONE })
    await setLimit(250) // 450 of 18,000
    expect(await limitsOf(app, user)).toEqual([
      { ...RECENT, days: 60, deposited: `${9_000n * ONE}`, used: '0' },
    ])
    await setLimit(100)
    expect(await limitsOf(app, user)).toMatchObject([{ days: 150 }])
    await expect(withdraw(app, user, NODE_USDT, 46n * ONE)).rejects.toMatchObject(refusal(45n * ONE))
    await app.redeem(await withdraw(app, user, NODE_USDT, 45n * ONE), user.wallet)
    await app.finalize()
    await app.travel(118 * DAY)
    await expect(withdraw(app, user, NODE_USDT, 46n * ONE)).rejects.toMatchObject({ code: 1042 })
    await app.travel(2 * DAY)
    expect(await limitsOf(app, user)).toEqual([])
    await app.redeem(await withdraw(app, user, NODE_USDT, 100n * ONE), user.wallet) // by the lowest floor
    await app.finalize()
    await expectLedgerMatchesChain(app)
  })

  test('share as large a part of the day as one account may take, and for no longer than the lowest limit asks', async () => {
    const app = await openApp(chain, databases)
    const read = (functionName: 'VAULT_DAILY_BPS_MIN' | 'ACCOUNT_DAILY_PARTS') =>
      chain.client.readContract({
        address: app.contracts.withdrawalVaults[2],
        abi: withdrawalVaultAbi,
        functionName,
      })
    expect(LIMIT / SHARE).toBe(await read('ACCOUNT_DAILY_PARTS'))
    const lowest = { limit: await read('VAULT_DAILY_BPS_MIN'), total: 10_000n }
    expect(recentDays(lowest)).toBe(RECENT_DAYS_MAX)
  })
})
