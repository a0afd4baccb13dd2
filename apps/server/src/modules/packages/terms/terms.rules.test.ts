import { WAD } from '@dr/protocol/amounts'
import { yearlyRate } from '@dr/protocol/rules/package-offer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ALWAYS_OPEN } from '../../../../test/modules/always-open.ts'
import { RUNS } from '../../../../test/reference/runs.ts'
import { DEFAULT_PACKAGES } from './default-packages.ts'
import { isOpen, nextOpening } from './opening-hours.rules.ts'
import { fixIncome, type PackageOrder, type PackageTerms, refusalOf, roomLeft } from './terms.rules.ts'

const NOON = 1_790_035_200n - (1_790_035_200n % 86_400n) + 43_200n
const terms: PackageTerms = {
  packageId: 1,
  token: 'USDT',
  minimum: 100n * WAD,
  reinvestMinimum: 50n * WAD,
  termDays: 30,
  dailyRates: { USDT: WAD / 1_000n, DR: WAD / 500n },
  hours: { opensAtSecond: 9 * 3_600, closesAtSecond: 17 * 3_600 },
  offered: true,
}
const order: PackageOrder = { amount: 100n * WAD, incomeToken: 'USDT', at: NOON, reinvest: false }

test('the packages that come with the product: 4.8 and 7.2 % a year in USDT, 6 and 9 % in DR', () => {
  const perMille = (rate = 0n) => Number((yearlyRate(rate) * 1_000n * 100n) / WAD) / 100
  const shown = DEFAULT_PACKAGES.filter(({ token }) => token !== 'POD').map(
    ({ token, termDays, dailyRates }) => [
      token,
      termDays,
      perMille(dailyRates.USDT),
      perMille(dailyRates.DR),
    ],
  )
  expect(shown).toEqual([
    ['USDT', 30, 48, 60],
    ['USDT', 90, 72, 90],
    ['DR', 30, 48, 60],
  ])
})

describe('a package takes an order', () => {
  test('that fits its terms', () => {
    expect(refusalOf(terms, order)).toBeNull()
    expect(refusalOf(terms, { ...order, amount: 50n * WAD, reinvest: true })).toBeNull()
  })

  test.each([
    ['1043 unknown', undefined, {}, 'PACKAGE_NOT_FOUND'],
    ['1043 removed', { ...terms, offered: false }, {}, 'PACKAGE_NOT_FOUND'],
    ['1044 none named', terms, { incomeToken: undefined }, 'INCOME_TYPE_MISSING'],
    [
      '1044 none of its',
      { ...terms, dailyRates: { USDT: 1n } },
      { incomeToken: 'DR' },
      'INCOME_TYPE_MISSING',
    ],
    ['1016 a fraction', terms, { amount: 100n * WAD + 1n }, 'NOT_A_WHOLE_NUMBER'],
    ['1018 too little', terms, { amount: 99n * WAD }, 'BELOW_PACKAGE_MINIMUM'],
    ['1018 nothing', terms, { amount: 0n }, 'BELOW_PACKAGE_MINIMUM'],
    ['1041 too little again', terms, { amount: 49n * WAD, reinvest: true }, 'BELOW_REINVEST_MINIMUM'],
    ['1040 too late', terms, { at: NOON + 5n * 3_600n }, 'OUTSIDE_OPENING_HOURS'],
  ] as const)('not: %s', (_, of, changed, refusal) => {
    expect(refusalOf(of, { ...order, ...changed })).toBe(refusal)
  })
})

describe('opening hours', () => {
  test('end when they say, may pass midnight, and may never end', () => {
    expect(isOpen(terms.hours, NOON - 3n * 3_600n)).toBe(true)
    expect(isOpen(terms.hours, NOON - 3n * 3_600n - 1n)).toBe(false)
    expect(isOpen(terms.hours, NOON + 5n * 3_600n - 1n)).toBe(true)
    const night = { opensAtSecond: 22 * 3_600, closesAtSecond: 2 * 3_600 }
    expect([NOON + 10n * 3_600n, NOON + 13n * 3_600n, NOON].map((at) => isOpen(night, at))).toEqual([
      true,
      true,
      false,
    ])
    expect(isOpen(ALWAYS_OPEN, NOON)).toBe(true)
  })

  test('open next at the first open second', () => {
    const second = fc.integer({ min: 0, max: 86_399 })
    fc.assert(
      fc.property(second, second, fc.bigInt(1n, 10_000_000n), (opensAtSecond, closesAtSecond, at) => {
        const hours = { opensAtSecond, closesAtSecond }
        const next = nextOpening(hours, at)
        expect(next - at < 86_400n && isOpen(hours, next)).toBe(true)
        if (next > at) expect(isOpen(hours, next - 1n)).toBe(false)
      }),
      { numRuns: RUNS },
    )
  })
})

describe('income', () => {
  const amounts = { amount: 1_000n * WAD, prices: { lower: WAD / 2n, higher: (WAD * 3n) / 5n } }

  test('in the token staked needs no price', () => {
    expect(fixIncome(terms, { ...amounts, incomeToken: 'USDT', prices: null })).toBe(30n * WAD)
  })

  test('in another token is fixed at the price that counts against the user', () => {
    expect(fixIncome(terms, { ...amounts, incomeToken: 'DR' })).toBe(100n * WAD) // 60 USD at 0.60
    const inDr = { ...terms, token: 'DR' as const }
    expect(fixIncome(inDr, { ...amounts, incomeToken: 'USDT' })).toBe(15n * WAD) // 30 DR at 0.50
  })

  test('is none without a price it needs, or a type the package hasn’t', () => {
    expect(fixIncome(terms, { ...amounts, incomeToken: 'DR', prices: null })).toBeNull()
    const { DR: _, ...onlyUsdt } = terms.dailyRates
    expect(fixIncome({ ...terms, dailyRates: onlyUsdt }, { ...amounts, incomeToken: 'DR' })).toBeNull()
  })

  test('of the room that is left is covered, and of one token more is not', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 24n),
        fc.constantFrom('USDT' as const, 'DR' as const),
        fc.bigInt(1n, 10n ** 17n),
        fc.bigInt(10n ** 12n, 10n ** 21n),
        (budget, incomeToken, rate, price) => {
          const of = { ...terms, dailyRates: { [incomeToken]: rate } }
          const prices = { lower: price, higher: price + 1n }
          const room = roomLeft(of, { budget, incomeToken, prices }) as bigint
          const incomeOf = (amount: bigint) => fixIncome(of, { amount, incomeToken, prices }) as bigint
          expect(room % WAD).toBe(0n)
          expect(incomeOf(room) <= budget).toBe(true)
          expect(incomeOf(room + WAD) > budget).toBe(true)
        },
      ),
      { numRuns: RUNS },
    )
  })

  test('that is nothing leaves room without end', () => {
    const free = { ...terms, dailyRates: { USDT: 0n } }
    expect(roomLeft(free, { budget: 0n, incomeToken: 'USDT', prices: null })).toBeNull()
  })
})
