/** Amounts due from other modules are credited before a withdrawal, and deposits leave without burn. */
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Chain,
  ONE,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/app/test-app.ts'
import {
  DAY,
  deposit,
  fundBudget,
  newDepositor,
  newWallet,
  OF_DR,
  TERM,
} from '../../../test/modules/packages.ts'
import { buyPower, equipForPower, fundPools, travelToWeekEnd } from '../../../test/modules/pod-power.ts'
import {
  expectLedgerMatchesChain,
  give,
  giveDrToBurn,
  moneyOf,
  recordOf,
  revertOf,
  walletHas,
  withdraw,
} from '../../../test/modules/withdrawals.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const DEFLATION_USDT = { vault: 1, token: 'USDT' } as const
const NODE_USDT = { vault: 2, token: 'USDT' } as const
const NODE_DR = { vault: 2, token: 'DR' } as const

const unreturnedOf = async (app: TestApp, user: TestUser, token: 'DR' | 'USDT') => {
  const { balances } = await app.call(CALLS.getUserMoney, user, {})
  return BigInt(balances.find((one) => one.account === 2 && one.token === token)?.unreturned ?? -1)
}

describeOnDatabase('a withdrawal takes what is due', ({ openDatabase }) => {
  test('dividends of a closed week, before any tick has credited them', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('holder')
    await equipForPower(app, user)
    await buyPower(app, user, 500n)
    await travelToWeekEnd(app)
    await fundPools(app, 'usdt', 100n)
    await travelToWeekEnd(app)
    await giveDrToBurn(app, user, 100n * ONE)
    const voucher = await withdraw(app, user, DEFLATION_USDT, 70n * ONE) // 7/8 of 80 %
    await app.redeem(voucher, user.wallet)
    await app.finalize()
    expect(await moneyOf(app, user, DEFLATION_USDT)).toEqual({ available: 0n, held: 0n })
    const { items } = await app.call(CALLS.fundFlows, user, { account: 1 })
    expect(items.map(({ kind }) => kind)).toEqual(['withdrawal.paid', 'withdrawal.hold', 'dividends.credit'])
    expect(items.at(-1)?.source.kind).toBe('week')
    await expectLedgerMatchesChain(app)
  })

  test('principal and income of a package that matured a second ago', async () => {
    const app = await startTestApp(chain, await openDatabase(), { packages: [TERM] })
    const user = await newDepositor(app, 'depositor')
    await fundBudget(app, { packageId: 1, token: 'USDT', amount: 20n * ONE })
    await deposit(app, user.wallet, { packageId: 1, token: 'USDT', amount: 1_000n * ONE })
    await app.finalize()
    await giveDrToBurn(app, user, 200n * ONE)
    await expect(withdraw(app, user, NODE_USDT, 10n * ONE)).rejects.toMatchObject({ code: 1015 })
    await app.travel(10 * DAY)
    const voucher = await withdraw(app, user, NODE_USDT, 1_010n * ONE)
    // The principal leaves whole: 5 % of the income of 10 USDT is burned, in DR at 0.50.
    expect(voucher.withdrawal).toEqual({ burnFree: `${1_000n * ONE}` })
    expect(voucher.outgoing.find(({ to }) => to === 'burned')?.amount).toBe(`${ONE}`)
    await app.redeem(voucher, user.wallet)
    await app.finalize()
    const kinds = (await app.call(CALLS.fundFlows, user, { account: 2 })).items.map(
      ({ kind, direction, source }) => [kind, direction, source.kind],
    )
    expect(kinds).toEqual([
      ['withdrawal.paid', 'out', 'chain'],
      ['withdrawal.hold', 'hold', 'order'],
      ['package.mature', 'unlock', 'package'],
      ['package.income', 'in', 'package'],
      ['package.deposit', 'in', 'chain'],
    ])
    await expectLedgerMatchesChain(app)
  })
})

describeOnDatabase('a deposit', ({ openDatabase }) => {
  /** 300 of `token` were deposited, and returned since they fitted no package; 200 more were earned. */
  const open = async (token: 'DR' | 'USDT') => {
    const app = await startTestApp(chain, await openDatabase(), { packages: [TERM, OF_DR] })
    const user = await newDepositor(app, 'depositor')
    await deposit(app, user.wallet, { packageId: 77n, token, amount: 300n * ONE })
    await app.finalize()
    await give(app, user, { vault: 2, token }, 200n * ONE)
    await giveDrToBurn(app, user, 500n * ONE)
    return { app, user }
  }

  test('leaves without burn; of a larger withdrawal the rest burns', async () => {
    const { app, user } = await open('DR')
    expect(await unreturnedOf(app, user, 'DR')).toBe(300n * ONE)
    const before = await walletHas(app, user, 'DR')
    const voucher = await withdraw(app, user, NODE_DR, 400n * ONE)
    expect(await unreturnedOf(app, user, 'DR')).toBe(300n * ONE) // a payment returns it, not a voucher
    await app.redeem(voucher, user.wallet)
    await app.finalize()
    expect(await unreturnedOf(app, user, 'DR')).toBe(0n)
    expect(await walletHas(app, user, 'DR')).toBe(before + 395n * ONE) // 5 % of 100
    expect(await recordOf(app, user, voucher.orderId)).toMatchObject({
      burned: `${5n * ONE}`,
      burnFree: `${300n * ONE}`,
      received: `${395n * ONE}`,
    })
    await expectLedgerMatchesChain(app)
  })

  test('of USDT needs no DR in the wallet', async () => {
    const { app, user } = await open('USDT')
    const before = await walletHas(app, user, 'DR')
    const voucher = await withdraw(app, user, NODE_USDT, 300n * ONE)
    expect(voucher.outgoing).toEqual([
      { token: 'USDT', amount: `${300n * ONE}`, from: 'node-account', to: 'wallet' },
    ])
    await app.redeem(voucher, user.wallet)
    await app.finalize()
    expect(await walletHas(app, user, 'DR')).toBe(before)
    expect((await recordOf(app, user, voucher.orderId))?.burned).toBe('0')
    await expectLedgerMatchesChain(app)
  })

  test('is returned by the payment alone, once; not by vouchers that expire or are closed', async () => {
    const { app, user } = await open('DR')
    await withdraw(app, user, NODE_DR, 250n * ONE)
    await app.travel(620)
    expect(await unreturnedOf(app, user, 'DR')).toBe(300n * ONE)
    const used = await withdraw(app, user, NODE_DR, 250n * ONE)
    const other = await withdraw(app, user, NODE_DR, 250n * ONE)
    // Only one of the two can be used: they share a nonce. So each is quoted as if it were the only one.
    for (const voucher of [used, other]) expect(voucher.typedData.message.burnAmount).toBe('0')
    expect(used.nonce).toBe(other.nonce)
    await app.redeem(used, user.wallet)
    // A used nonce says so: before the vault looks at the burn, of which there now must be some.
    expect(await revertOf(app.redeem(other, user.wallet))).toBe('VoucherInvalid')
    expect(await unreturnedOf(app, user, 'DR')).toBe(300n * ONE)
    await expect(withdraw(app, user, NODE_DR, 250n * ONE)).rejects.toMatchObject({ code: 1015 })
    await app.finalize()
    expect(await unreturnedOf(app, user, 'DR')).toBe(50n * ONE)
    expect(await moneyOf(app, user, NODE_DR)).toEqual({ available: 250n * ONE, held: 0n })
    const last = await withdraw(app, user, NODE_DR, 250n * ONE)
    expect(last.typedData.message.burnAmount).toBe(`${10n * ONE}`) // 5 % of 250 − 50
    await app.redeem(last, user.wallet)
    await app.finalize()
    expect(await unreturnedOf(app, user, 'DR')).toBe(0n)
    await expectLedgerMatchesChain(app)
  })

  test('that was paid out by a payment not yet final is quoted no second time before that is booked', async () => {
    const { app, user } = await open('DR')
    const first = await withdraw(app, user, NODE_DR, 200n * ONE)
    await app.redeem(first, user.wallet)
    await expect(withdraw(app, user, NODE_DR, 200n * ONE)).rejects.toMatchObject({
      code: 30002,
      details: { reason: 'ledger-behind' },
    })
    await app.finalize()
    const second = await withdraw(app, user, NODE_DR, 200n * ONE)
    expect(second.nonce).not.toBe(first.nonce)
    expect(second.withdrawal).toEqual({ burnFree: `${100n * ONE}` })
    expect(second.typedData.message.burnAmount).toBe(`${5n * ONE}`) // 5 % of 200 − 100
    await app.redeem(second, user.wallet)
    await app.finalize()
    expect(await unreturnedOf(app, user, 'DR')).toBe(0n)
    await expectLedgerMatchesChain(app)
  })

  test('counts for who registers later: all that was deposited, before anything is paid', async () => {
    const app = await startTestApp(chain, await openDatabase(), { packages: [TERM, OF_DR] })
    const wallet = await newWallet(app, 'deposits before registering')
    await deposit(app, wallet, { packageId: 77n, token: 'DR', amount: 300n * ONE })
    await app.finalize()
    const user = await app.newUser('deposits before registering', { usdt: 0n, drgv: 0n })
    const voucher = await withdraw(app, user, NODE_DR, 300n * ONE)
    expect(voucher.withdrawal).toEqual({ burnFree: `${300n * ONE}` })
    expect(voucher.typedData.message.burnAmount).toBe('0')
  })

  test('leaves in any amount, below the minimum too; not what burns beside it', async () => {
    const app = await startTestApp(chain, await openDatabase(), { packages: [TERM, OF_DR] })
    const user = await newDepositor(app, 'depositor')
    for (const [token, amount] of [
      ['USDT', 4n * ONE],
      ['DR', 30n * ONE],
    ] as const) {
      await deposit(app, user.wallet, { packageId: 77n, token, amount })
    }
    await app.finalize()
    await give(app, user, NODE_USDT, 5n * ONE)
    await expect(withdraw(app, user, NODE_USDT, 4n * ONE + 1n)).rejects.toMatchObject({
      code: 10002,
      details: { path: 'amount', reason: 'minimum', minimum: `${10n * ONE}` },
    })
    for (const [place, amount] of [
      [NODE_USDT, 4n * ONE],
      [NODE_DR, 30n * ONE],
    ] as const) {
      const before = await walletHas(app, user, place.token)
      await app.redeem(await withdraw(app, user, place, amount), user.wallet)
      await app.finalize()
      expect(await walletHas(app, user, place.token)).toBe(before + amount)
    }
    await expect(withdraw(app, user, NODE_USDT, 5n * ONE)).rejects.toMatchObject({ code: 10002 })
    await expectLedgerMatchesChain(app)
  })

  test('below the minimum leaves once, by whichever of two at once', async () => {
    const app = await startTestApp(chain, await openDatabase(), { packages: [TERM] })
    const user = await newDepositor(app, 'depositor')
    await deposit(app, user.wallet, { packageId: 77n, token: 'USDT', amount: 4n * ONE })
    await app.finalize()
    await give(app, user, NODE_USDT, 5n * ONE)
    await giveDrToBurn(app, user, 10n * ONE)
    const [one, other] = await Promise.all([
      withdraw(app, user, NODE_USDT, 4n * ONE),
      withdraw(app, user, NODE_USDT, 4n * ONE),
    ])
    await app.redeem(one, user.wallet)
    expect(await revertOf(app.redeem(other, user.wallet))).toBe('VoucherInvalid')
    await app.finalize()
    await expect(withdraw(app, user, NODE_USDT, 4n * ONE)).rejects.toMatchObject({
      code: 10002,
      details: { reason: 'minimum' },
    })
  })
})
