import { WAD } from '@dr/protocol/amounts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ALWAYS_OPEN } from '../../../../test/modules/always-open.ts'
import { refusalBy } from '../../../../test/reference/refusal.ts'
import { RUNS } from '../../../../test/reference/runs.ts'
import { accruedIncome, isMatured, maturityOf } from '../position/position.rules.ts'
import type { PackageTerms } from '../terms/terms.rules.ts'
import {
  bookDeposit,
  bookReinvestment,
  chainPackageId,
  readChainPackageId,
  reinvestable,
} from './deposit.rules.ts'

const START = 1_790_000_000n
const DAY = 86_400n
const terms: PackageTerms = {
  packageId: 3,
  token: 'USDT',
  minimum: 100n * WAD,
  reinvestMinimum: 10n * WAD,
  termDays: 30,
  dailyRates: { USDT: WAD / 1_000n, DR: WAD / 1_000n },
  hours: ALWAYS_OPEN,
  offered: true,
}
const deposit = { token: 'USDT', amount: 1_000n * WAD, incomeToken: 'USDT', at: START } as const
const means = { budget: 30n * WAD, prices: null }

describe('a final deposit', () => {
  test('becomes a position, its income fixed and committed', () => {
    expect(bookDeposit(terms, deposit, means)).toEqual({
      kind: 'position',
      incomeToken: 'USDT',
      income: 30n * WAD,
    })
  })

  test.each([
    ['30001 the budget is a base unit short', {}, { budget: 30n * WAD - 1n }, 'PACKAGE_FULL'],
    ['30002 no price', { incomeToken: 'DR' }, {}, 'NO_PRICE'],
    ['1043 another token', { token: 'DR' }, {}, 'PACKAGE_NOT_FOUND'],
    ['1018 too little', { amount: WAD }, {}, 'BELOW_PACKAGE_MINIMUM'],
    ['1016 a fraction', { amount: 1_000n * WAD + 7n }, {}, 'NOT_A_WHOLE_NUMBER'],
  ] as const)('that fits nothing is given back whole: %s', (_, changed, less, reason) => {
    expect(bookDeposit(terms, { ...deposit, ...changed }, { ...means, ...less })).toEqual({
      kind: 'returned',
      reason,
    })
  })

  test('names its package and income type in one number', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 31 }),
        fc.constantFrom('USDT', 'DR'),
        (packageId, incomeToken) => {
          const id = chainPackageId({ packageId, incomeToken })
          expect(readChainPackageId(id)).toEqual({ packageId: BigInt(packageId), incomeToken })
        },
      ),
    )
    expect(chainPackageId({ packageId: 3, incomeToken: 'DR' })).toBe(7n)
  })
})

describe('a reinvestment', () => {
  const order = { amount: 20n * WAD, incomeToken: 'USDT', at: START, open: 25n * WAD } as const

  test('takes matured principal and income that are still there', () => {
    expect(bookReinvestment(terms, order, means)).toMatchObject({ income: (20n * 30n * WAD) / 1_000n })
    const there = { credited: 100n, available: 50n }
    expect(reinvestable({ ...there, reinvested: 30n })).toBe(50n)
    expect(reinvestable({ ...there, reinvested: 80n })).toBe(20n)
  })

  test.each([
    ['1039', { open: 0n }, {}, 'NOTHING_TO_REINVEST'],
    ['1041', { amount: 9n * WAD }, {}, 'BELOW_REINVEST_MINIMUM'],
    ['1016', { amount: 20n * WAD + 1n }, {}, 'NOT_A_WHOLE_NUMBER'],
    ['1015', { amount: 26n * WAD }, {}, 'LEDGER_BALANCE_TOO_LOW'],
    ['1044', { incomeToken: undefined }, {}, 'INCOME_TYPE_MISSING'],
    ['30001', {}, { budget: 0n }, 'PACKAGE_FULL'],
    ['30002', { incomeToken: 'DR' }, {}, 'NO_PRICE'],
  ] as const)('is refused with %s', (_, changed, less, refusal) => {
    expect(refusalBy(() => bookReinvestment(terms, { ...order, ...changed }, { ...means, ...less }))).toBe(
      refusal,
    )
  })

  test('into no package is refused with 1043, whatever there is to reinvest', () => {
    for (const open of [0n, 25n * WAD]) {
      expect(refusalBy(() => bookReinvestment(undefined, { ...order, open }, means))).toBe(
        'PACKAGE_NOT_FOUND',
      )
    }
  })
})

describe('a position', () => {
  const position = { principal: 100n * WAD, income: 100n, termDays: 30, startsAt: START }

  test('accrues by whole days, and is locked until maturity', () => {
    expect(accruedIncome(position, START + DAY - 1n)).toBe(0n)
    expect(accruedIncome(position, START + DAY)).toBe(3n)
    expect(accruedIncome(position, START + 29n * DAY)).toBe(96n)
    expect(accruedIncome(position, START + 300n * DAY)).toBe(100n)
    expect(accruedIncome(position, START - 5n)).toBe(0n)
    expect(maturityOf(position)).toBe(START + 30n * DAY)
    expect(isMatured(position, START + 30n * DAY - 1n)).toBe(false)
    expect(isMatured(position, START + 30n * DAY)).toBe(true)
  })

  test('accrues never less than before, and at maturity all of its income, exactly', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 24n),
        fc.integer({ min: 1, max: 400 }),
        fc.array(fc.bigInt(0n, 60n * DAY), { maxLength: 20 }),
        (income, termDays, gaps) => {
          const one = { ...position, income, termDays }
          let [now, before] = [START, 0n]
          for (const gap of [...gaps, BigInt(termDays) * DAY]) {
            now += gap
            const accrued = accruedIncome(one, now)
            expect(before <= accrued && accrued <= income).toBe(true)
            expect(isMatured(one, now) ? accrued : income).toBe(income)
            before = accrued
          }
        },
      ),
      { numRuns: RUNS },
    )
  })
})
