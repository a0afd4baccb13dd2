/**
 * Withdrawals pay what a package's offer promises, on the chain: subscribed, the term passed, everything
 * withdrawn, and the wallet compared with its state before.
 */

import { CALLS } from '@dr/protocol/calls/index'
import { WITHDRAWAL_BURN_BPS } from '@dr/protocol/constants'
import { type PackageOffer, type PackageToken, packageOffer } from '@dr/protocol/rules/package-offer'
import { minUsdtBurn } from '@dr/protocol/rules/withdrawal-burn'
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
import { DAY, deposit, fundBudget, newDepositor, OF_DR, TERM } from '../../../test/modules/packages.ts'
import {
  expectLedgerMatchesChain,
  giveDrToBurn,
  walletHas,
  withdraw,
} from '../../../test/modules/withdrawals.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

/** Enough for each income to reach the minimum withdrawal of its token. */
const PRINCIPAL = 8_000n * ONE
const TERM_DAYS = 30
/** 0.05 % a day: 1.5 % over the term, less than a burn on the principal would be. */
const RATE = 5n * 10n ** 14n
const PACKAGES = [
  { ...TERM, termDays: TERM_DAYS, dailyRates: { USDT: RATE, DR: RATE } },
  { ...OF_DR, termDays: TERM_DAYS, dailyRates: { USDT: RATE, DR: RATE } },
]

interface Case {
  readonly token: PackageToken
  readonly incomeToken: PackageToken
}

/** The offer as the app computes it from the public list. */
const offered = async (app: TestApp, { token, incomeToken }: Case): Promise<PackageOffer> => {
  const { items, prices } = await app.call(CALLS.getPackageConfigList, undefined, {})
  const item = items.find((one) => one.kind === 'term' && one.token === token)
  if (item?.kind !== 'term' || prices === null) throw new Error('not offered')
  const income = item.incomes.find((one) => one.token === incomeToken)
  const { price, lower, higher } = prices
  return packageOffer({
    token,
    incomeToken,
    dailyRate: BigInt(income?.dailyRate ?? 0),
    termDays: item.termDays,
    amount: PRINCIPAL,
    burnBps: WITHDRAWAL_BURN_BPS,
    prices: { price: BigInt(price), lower: BigInt(lower), higher: BigInt(higher) },
  })
}

const wallet = async (app: TestApp, user: TestUser) => ({
  USDT: await walletHas(app, user, 'USDT'),
  DR: await walletHas(app, user, 'DR'),
})

const withdrawAll = async (app: TestApp, user: TestUser): Promise<void> => {
  const { balances } = await app.call(CALLS.getUserMoney, user, {})
  for (const { account, token, available } of balances) {
    if (account !== 2 || available === '0') continue
    const voucher = await withdraw(app, user, { vault: 2, token }, BigInt(available))
    await app.redeem(voucher, user.wallet)
    await app.finalize()
  }
}

describeOnDatabase('a package’s offer', ({ openDatabase }) => {
  const open = async (offer: Case) => {
    const app = await startTestApp(chain, await openDatabase(), { packages: PACKAGES })
    const packageId = offer.token === 'USDT' ? 1 : 3
    await fundBudget(app, { packageId, token: offer.incomeToken, amount: 500n * ONE })
    const user = await newDepositor(app, 'depositor')
    await giveDrToBurn(app, user, 100n * ONE)
    return { app, user, order: { packageId, ...offer, amount: PRINCIPAL } }
  }

  test.each<Case>([
    { token: 'USDT', incomeToken: 'USDT' },
    { token: 'USDT', incomeToken: 'DR' },
    { token: 'DR', incomeToken: 'DR' },
    { token: 'DR', incomeToken: 'USDT' },
  ])(
    'of $token with income in $incomeToken: the wallet has the net figure more, to the base unit',
    async (offer) => {
      const { app, user, order } = await open(offer)
      const { result, yearlyRate } = await offered(app, offer)
      if (result === null) throw new Error('no price')
      const request = {
        packageId: order.packageId,
        incomeType: offer.incomeToken,
        amount: PRINCIPAL.toString(),
      }
      const quote = await app.call(CALLS.investPledgeOrder, user, request)
      expect(quote).toMatchObject({ kind: 'deposit', income: result.income.toString() })

      const before = await wallet(app, user)
      await deposit(app, user.wallet, order)
      await app.finalize()
      await app.travel(TERM_DAYS * DAY)
      await withdrawAll(app, user)
      const after = await wallet(app, user)

      const gained = { USDT: after.USDT - before.USDT, DR: after.DR - before.DR }
      if (offer.incomeToken === 'DR') expect(gained).toEqual({ USDT: 0n, DR: result.net })
      else {
        expect(gained.USDT).toBe(result.income)
        // The burn is DR from the wallet, as promised by the offer. If all of the payment is earned, the pool
        // (asked about the whole payment) answers without its fee: then it is slightly less, never more.
        const promised = result.burnDr ?? -1n
        const burned = -gained.DR
        if (offer.token === 'USDT') expect(burned).toBe(promised)
        else expect(burned <= promised && burned >= minUsdtBurn(promised)).toBe(true)
        expect(result.income - result.burn).toBe(result.net)
      }
      expect(result.net > 0n).toBe(true)
      expect(yearlyRate).toBe(365n * RATE)
      if (offer.token === offer.incomeToken) expect(result.income).toBe((PRINCIPAL * 30n * RATE) / ONE)
      const { balances } = await app.call(CALLS.getUserMoney, user, {})
      for (const one of balances.filter(({ account }) => account === 2)) {
        expect(one).toMatchObject({ available: '0', held: '0', locked: '0', unreturned: '0' })
      }
      await expectLedgerMatchesChain(app)
    },
  )

  test('holds when the income is withdrawn as it comes: the burn in all is the same', async () => {
    const offer = { token: 'DR', incomeToken: 'DR' } as const
    const { app, user, order } = await open(offer)
    const { result } = await offered(app, offer)
    const before = await wallet(app, user)
    await deposit(app, user.wallet, order)
    await app.finalize()
    for (const days of [10, 10, 10]) {
      await app.travel(days * DAY)
      await withdrawAll(app, user) // leaves as principal: any amount, no burn
    }
    expect((await wallet(app, user)).DR - before.DR).toBe(result?.net)
    await expectLedgerMatchesChain(app)
  })

  test('is not what reinvesting brings, but all that was deposited is still whole then', async () => {
    const offer = { token: 'USDT', incomeToken: 'USDT' } as const
    const { app, user, order } = await open(offer)
    const before = await wallet(app, user)
    await deposit(app, user.wallet, order)
    await app.finalize()
    await app.travel(TERM_DAYS * DAY)
    const again = { packageId: 1, incomeType: 'USDT', amount: `${8_120n * ONE}`, reinvest: true } as const
    await app.call(CALLS.investPledgeOrder, user, again)
    await app.travel(TERM_DAYS * DAY)
    await withdrawAll(app, user)
    const after = await wallet(app, user)
    const earned = 120n * ONE + (8_120n * ONE * 30n * RATE) / ONE
    expect(after.USDT - before.USDT).toBe(earned)
    expect(before.DR - after.DR).toBe((((earned * 500n) / 10_000n) * ONE) / (ONE / 2n))
    await expectLedgerMatchesChain(app)
  })
})
