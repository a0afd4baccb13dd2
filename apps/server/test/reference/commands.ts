/** Commands of the whole money side, for its property test, and their fast-check arbitraries. */
import { WAD } from '@dr/protocol/amounts'
import { weekEnd, weekOf } from '@dr/protocol/rules/weeks'
import { TOKENS, type Token } from '@dr/protocol/tokens'
import fc from 'fast-check'
import type { PackageTerms, PackageToken } from '../../src/modules/packages/terms/terms.rules.ts'

export const START = 1_790_000_000n
export const HOUR = 3_600n
export const DAY = 86_400n
/** Ids 1 … 4; the first exists from the beginning, without an inviter. */
export const USERS = [1, 2, 3, 4] as const
export const INVITER: Readonly<Record<number, number | null>> = { 1: null, 2: 1, 3: 1, 4: 2 }
export const PRICE_MIN = WAD / 20n

export const PACKAGES: readonly PackageTerms[] = [
  {
    packageId: 1,
    token: 'USDT',
    minimum: 100n * WAD,
    reinvestMinimum: WAD,
    termDays: 3,
    dailyRates: { USDT: WAD / 777n, DR: WAD / 333n },
    hours: { opensAtSecond: 0, closesAtSecond: 0 },
    offered: true,
  },
  {
    packageId: 2,
    token: 'DR',
    minimum: 200n * WAD,
    reinvestMinimum: 2n * WAD,
    termDays: 10,
    dailyRates: { USDT: WAD / 555n, DR: WAD / 111n },
    hours: { opensAtSecond: 6 * 3_600, closesAtSecond: 20 * 3_600 },
    offered: true,
  },
]

export type Act =
  | { readonly do: 'buy-machine'; readonly user: number; readonly power: number; readonly lifeDays: number }
  | { readonly do: 'pay-electricity'; readonly machine: number; readonly periods: number }
  | { readonly do: 'release' }
  | { readonly do: 'collect'; readonly user: number }
  | { readonly do: 'move-price'; readonly price: bigint | null }
  | { readonly do: 'buy-pod'; readonly user: number; readonly dr: bigint; readonly pledge: boolean }
  | { readonly do: 'pledge' | 'unpledge'; readonly user: number; readonly permille: number }
  | { readonly do: 'fund-pools'; readonly token: PackageToken; readonly amount: bigint }
  | {
      readonly do: 'swap'
      readonly user: number
      readonly from: Token
      readonly to: Token
      readonly amount: bigint
    }
  | { readonly do: 'flush' }
  | {
      readonly do: 'fund-budget'
      readonly packageId: number
      readonly token: PackageToken
      readonly amount: bigint
    }
  | {
      readonly do: 'deposit'
      readonly user: number
      readonly packageId: number
      readonly token: PackageToken
      readonly incomeToken: PackageToken
      readonly amount: bigint
    }
  | {
      readonly do: 'reinvest'
      readonly user: number
      readonly packageId: number
      readonly incomeToken: PackageToken
      readonly permille: number
    }
  | {
      readonly do: 'withdraw'
      readonly user: number
      /** Choice among the accounts with a balance. */
      readonly pick: number
      readonly permille: number
    }
  | { readonly do: 'end-withdrawal'; readonly paid: boolean; readonly getterPermille: number | null }

/** Seconds after the previous command; or the next Monday 00:00, to the second. */
export type Gap = number | 'monday'
export type Command = { readonly gap: Gap } & Act

export const timeAfter = (now: bigint, gap: Gap): bigint =>
  gap === 'monday' ? weekEnd(weekOf(now)) : now + BigInt(gap)

const gap: fc.Arbitrary<Gap> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 7_200 }) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 3 * 86_400 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 21 * 86_400 }) },
  { weight: 3, arbitrary: fc.constant('monday' as const) },
)
const user = fc.constantFrom(...USERS)
const permille = fc.oneof(fc.constant(1_000), fc.integer({ min: 1, max: 1_000 }))
const money = fc.oneof(fc.bigInt(1n, 20n), fc.bigInt(1n, 10n ** 24n))
const staked = fc.constantFrom<PackageToken>('USDT', 'DR')
const whole = fc.bigInt(1n, 5_000n).map((tokens) => tokens * WAD)
const packageId = fc.constantFrom(1, 2, 1, 2, 9)

const deposit = fc.record({
  do: fc.constant('deposit' as const),
  user,
  packageId,
  token: staked,
  incomeToken: staked,
  amount: fc.oneof({ weight: 6, arbitrary: whole }, { weight: 1, arbitrary: money }),
})
/** Most deposits are of the package's own token. */
const fitting = deposit.map((one) => ({
  ...one,
  token: one.packageId === 1 ? ('USDT' as const) : ('DR' as const),
}))

const acts: readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<Act> }[] = [
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('buy-machine' as const),
      user,
      power: fc.oneof(fc.integer({ min: 1, max: 97 }), fc.constantFrom(150_000, 200_000, 400_000)),
      lifeDays: fc.integer({ min: 30, max: 100 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pay-electricity' as const),
      machine: fc.nat(9),
      periods: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('release' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('collect' as const), user }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('move-price' as const),
      price: fc.option(fc.bigInt(PRICE_MIN, 20n * WAD), { nil: null, freq: 8 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('buy-pod' as const),
      user,
      dr: fc.oneof(fc.constant(100n * WAD), fc.bigInt(100n * WAD, 10n ** 24n)),
      pledge: fc.constantFrom(true, true, false),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('pledge' as const, 'unpledge' as const), user, permille }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('fund-pools' as const), token: staked, amount: money }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('swap' as const),
      user,
      from: fc.constantFrom(...TOKENS),
      to: fc.constantFrom(...TOKENS),
      amount: fc.oneof(money, fc.bigInt(WAD, 10n ** 22n)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('flush' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fund-budget' as const),
      packageId: fc.constantFrom(1, 2),
      token: staked,
      amount: fc.bigInt(1n, 10_000n * WAD),
    }),
  },
  { weight: 5, arbitrary: fitting },
  { weight: 1, arbitrary: deposit },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('reinvest' as const),
      user,
      packageId,
      incomeToken: staked,
      permille,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('withdraw' as const), user, pick: fc.nat(5), permille }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('end-withdrawal' as const),
      paid: fc.boolean(),
      getterPermille: fc.option(fc.integer({ min: 0, max: 1_500 }), { nil: null }),
    }),
  },
]

/** At most `max` commands, optionally only of `kinds`. */
export const commandsOf = (max: number, kinds?: readonly Act['do'][]): fc.Arbitrary<Command[]> => {
  const act = kinds ? fc.oneof(...acts).filter((one) => kinds.includes(one.do)) : fc.oneof(...acts)
  return fc.array(
    fc.tuple(gap, act).map(([gap, act]): Command => ({ gap, ...act })),
    { minLength: 1, maxLength: max, size: 'max' },
  )
}

const quick = (act: Act): Command => ({ gap: 60, ...act })

/** Together above the power floor; when they end, the network is below it. */
const SETUP_POWER = [14, 21, 400_000]

/** Commands that set up some activity, so that most later commands have an effect. */
export const SETUP: readonly Command[] = [
  ...PACKAGES.flatMap(({ packageId }) =>
    (['USDT', 'DR'] as const).map((token) =>
      quick({ do: 'fund-budget', packageId, token, amount: 5_000n * WAD + 7n }),
    ),
  ),
  ...USERS.slice(1).flatMap((user, machine) => [
    quick({ do: 'buy-machine', user, power: SETUP_POWER[machine] ?? 0, lifeDays: 90 }),
    quick({ do: 'pay-electricity', machine, periods: 1 }),
    quick({ do: 'buy-pod', user, dr: 1_000n * WAD + BigInt(user), pledge: true }),
  ]),
  quick({ do: 'fund-pools', token: 'USDT', amount: 900n * WAD + 1n }),
  { gap: 'monday', do: 'release' },
]
