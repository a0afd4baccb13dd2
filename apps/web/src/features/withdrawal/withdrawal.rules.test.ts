import { WAD } from '@dr/protocol/amounts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  daysToMine,
  maxNow,
  missingToMinimum,
  splitWithdrawal,
  usdOf,
  type WithdrawalLimits,
  walletBurn,
  withdrawalProblem,
} from './withdrawal.rules.ts'

const limits: WithdrawalLimits = {
  token: 'DR',
  minimum: 100n,
  available: 250n,
  unreturned: 0n,
  usdLeft: 10_000n,
  burnBps: 500n,
  drPrice: WAD / 2n,
  vaultLeft: 1_000n,
  accountLeft: 1_000n,
  recent: 0n,
  recentDays: 30,
  received: 0n,
  recentLeft: null,
  walletDr: 0n,
}
const usdt: WithdrawalLimits = { ...limits, token: 'USDT', minimum: 10n, walletDr: 1_000n }

describe('splitWithdrawal', () => {
  it('burns 5 % of DR itself', () => {
    expect(splitWithdrawal(500n, limits)).toMatchObject({ received: 475n, burn: { min: 25n, max: 25n } })
  })
  it('burns DR worth 5 % of USDT out of the wallet, 90 to 100 % of it', () => {
    expect(splitWithdrawal(1_000n, usdt)).toMatchObject({
      received: 1_000n,
      burn: { min: 90n, max: 100n },
    })
  })
  it('burns nothing of what was deposited, which leaves first', () => {
    expect(splitWithdrawal(500n, { ...limits, unreturned: 400n })).toMatchObject({
      burnFree: 400n,
      burnable: 100n,
    })
    expect(splitWithdrawal(500n, { ...limits, unreturned: 400n }).burn?.max).toBe(5n)
    expect(splitWithdrawal(500n, { ...usdt, unreturned: 500n, drPrice: null }).burn).toEqual({
      min: 0n,
      max: 0n,
    })
  })
  it('does not guess a burn without a price', () => {
    expect(splitWithdrawal(500n, { ...usdt, drPrice: null }).burn).toBeNull()
  })
  it('loses nothing of DR between the two parts', () => {
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 30n })
    fc.assert(
      fc.property(amounts, amounts, fc.bigInt({ min: 0n, max: 10_000n }), (amount, unreturned, burnBps) => {
        const { received, burn } = splitWithdrawal(amount, { ...limits, unreturned, burnBps })
        expect(received + (burn?.max ?? 0n)).toBe(amount)
        expect(received).toBeGreaterThanOrEqual(0n)
      }),
    )
  })
  it('never gives a minimum above the maximum', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 26n }),
        fc.bigInt({ min: 1n, max: 10n ** 22n }),
        (amount, drPrice) => {
          const { burn } = splitWithdrawal(amount, { ...usdt, drPrice })
          expect((burn?.max ?? 0n) - (burn?.min ?? 0n)).toBeGreaterThanOrEqual(0n)
        },
      ),
    )
  })
})

describe('withdrawalProblem', () => {
  it.each([
    [100n, {}, null],
    [250n, {}, null],
    [99n, {}, 'below-minimum'],
    [99n, { unreturned: 98n }, 'below-minimum'],
    [99n, { unreturned: 99n }, null],
    [0n, { unreturned: 99n }, 'below-minimum'],
    [251n, {}, 'above-available'],
    [200n, { usdLeft: 99n }, 'above-daily-usd'],
    [200n, { usdLeft: 100n }, null],
    [200n, { usdLeft: 99n, drPrice: null }, null],
    [200n, { accountLeft: 199n }, 'above-account-cap'],
    [200n, { vaultLeft: 199n }, 'above-vault-cap'],
    [200n, { vaultLeft: null, accountLeft: null }, null],
    [200n, { unreturned: 250n, recent: 250n, recentLeft: 199n }, 'above-recent-share'],
    [200n, { unreturned: 250n, recent: 250n, recentLeft: 200n }, null],
    [200n, { unreturned: 250n, recent: 250n, recentLeft: null }, null],
    [200n, { unreturned: 50n, recent: 50n, recentLeft: 0n }, null], // the 50 stay
    [201n, { unreturned: 50n, recent: 50n, recentLeft: 0n }, 'above-recent-share'],
    [250n, { unreturned: 0n, recent: 250n, recentLeft: 0n }, null], // all of it burns
    [100n, { unreturned: 50n, recent: 50n, received: 200n, recentLeft: 0n }, 'above-recent-share'],
  ] as const)('%s DR with %o: %s', (amount, change, problem) => {
    expect(withdrawalProblem(amount, { ...limits, ...change })).toBe(problem)
  })
  it('DR that is missing for the burn is no refusal: it is got in the same plan', () => {
    expect(withdrawalProblem(200n, { ...usdt, walletDr: 0n })).toBeNull()
  })
})

describe('walletBurn', () => {
  it.each([
    [usdt, 20_000n, { walletDr: 2_000n }, 2_000n],
    [usdt, 20_000n, { walletDr: 1_999n }, 2_010n],
    [usdt, 20_000n, { walletDr: 0n, unreturned: 20_000n }, 0n],
    [usdt, 20_000n, { walletDr: null }, 2_000n],
    [usdt, 20_000n, { walletDr: 0n, drPrice: null }, 0n],
    [limits, 20_000n, {}, 0n],
  ] as const)('%o: of %s with %o the wallet needs %s', (of, amount, change, dr) => {
    expect(walletBurn(amount, { ...of, ...change })).toBe(dr)
  })
})

describe('maxNow', () => {
  it.each([
    [{}, 250n],
    [{ vaultLeft: 200n }, 200n],
    [{ accountLeft: 120n, vaultLeft: 200n }, 120n],
    [{ usdLeft: 50n }, 100n],
    [{ usdLeft: 50n, drPrice: null, vaultLeft: null, accountLeft: null }, 250n],
    [{ unreturned: 250n, recent: 100n, recentLeft: 30n }, 180n],
    [{ unreturned: 250n, recent: 400n, recentLeft: 30n }, 30n],
    [{ unreturned: 250n, recent: 100n, recentLeft: 30n, vaultLeft: 170n }, 170n],
  ] as const)('with %o it is %s DR', (change, max) => {
    expect(maxNow({ ...limits, ...change })).toBe(max)
  })
  it('is refused for no limit, and a base unit more is', () => {
    const some = fc.bigInt({ min: 0n, max: 1_000n })
    const changes = fc.record({
      available: some,
      unreturned: some,
      recent: some,
      received: some,
      recentLeft: fc.option(some),
      vaultLeft: some,
      accountLeft: some,
      usdLeft: some,
    })
    fc.assert(
      fc.property(changes, (change) => {
        const any = { ...usdt, minimum: 0n, ...change }
        expect(withdrawalProblem(maxNow(any), any)).toBeNull()
        expect(withdrawalProblem(maxNow(any) + 1n, any)).not.toBeNull()
      }),
    )
  })
  it('USDT is worth a dollar each', () => {
    expect(maxNow({ ...usdt, usdLeft: 50n })).toBe(50n)
    expect(usdOf(50n, usdt)).toBe(50n)
  })
})

describe('below the minimum', () => {
  const minimum = 10n * WAD
  it('says what is missing, and nothing where something can leave', () => {
    expect(missingToMinimum({ available: WAD, minimum, unreturned: 0n })).toBe(9n * WAD)
    expect(missingToMinimum({ available: 0n, minimum, unreturned: 5n })).toBe(minimum)
    expect(missingToMinimum({ available: WAD, minimum, unreturned: 1n })).toBe(0n)
    expect(missingToMinimum({ available: minimum, minimum, unreturned: 0n })).toBe(0n)
  })
  it('says when it is mined: at once if it waits, in whole days, or never', () => {
    const mining = { accrued: String(WAD), ratePerDay: String(2n * WAD) }
    expect(daysToMine(WAD, mining)).toBe(0)
    expect(daysToMine(2n * WAD, mining)).toBe(1)
    expect(daysToMine(6n * WAD, mining)).toBe(3)
    expect(daysToMine(6n * WAD, { ...mining, ratePerDay: '0' })).toBeNull()
  })
})
