import { WAD } from '@dr/protocol/amounts'
import type { PackageIncome, TermPackage } from '@dr/protocol/calls/packages'
import { DAY_SECONDS, HOUR_SECONDS } from '@dr/protocol/constants'
import { type PackageOffer, packageOffer } from '@dr/protocol/rules/package-offer'
import type { PackageList } from '../../api/queries/packages.ts'

/** Rounds down to whole tokens, as packages require (1016). */
export const wholeTokens = (amount: bigint): bigint => amount - (amount % WAD)

/** Amounts that could be reinvested, base units. */
export type Reinvestable = { readonly USDT: string; readonly DR: string }

export const isFull = ({ room }: PackageIncome): boolean => room === '0'

/** Average prices that value principal and income, as sent by the server. */
export const pricesOf = (prices: PackageList['prices']) =>
  prices === null
    ? null
    : { price: BigInt(prices.price), lower: BigInt(prices.lower), higher: BigInt(prices.higher) }

/** Result of an offer for `amount` by today's prices; the deposit's own block determines the income. */
export const offerOf = (input: {
  readonly terms: Pick<TermPackage, 'token' | 'termDays'>
  readonly income: Pick<PackageIncome, 'token' | 'dailyRate'>
  readonly amount: bigint
  readonly prices: PackageList['prices']
  readonly burnBps: bigint
}): PackageOffer => {
  const { terms, income, amount, prices, burnBps } = input
  const { token, termDays } = terms
  const dailyRate = BigInt(income.dailyRate)
  return packageOffer({
    token,
    termDays,
    dailyRate,
    incomeToken: income.token,
    amount,
    burnBps,
    prices: pricesOf(prices),
  })
}

const EXAMPLE = 1_000n * WAD

/** Principal for comparing offers: 1,000 tokens, or a higher minimum. */
export const exampleOf = ({ minimum }: Pick<TermPackage, 'minimum'>): bigint =>
  BigInt(minimum) > EXAMPLE ? BigInt(minimum) : EXAMPLE

/**
 * Whether the example income is too small to be withdrawn: it stays in its account until there is more. In
 * the principal's token it leaves together with the principal. True while the minimum is unknown.
 */
export const exampleStays = (input: {
  readonly item: Pick<TermPackage, 'token' | 'termDays' | 'minimum'>
  readonly income: Pick<PackageIncome, 'token' | 'dailyRate'>
  readonly prices: PackageList['prices']
  /** Minimum withdrawal of the income's token; undefined: not read. */
  readonly minimum: bigint | undefined
}): boolean => {
  const { item, income, prices, minimum } = input
  if (income.token === item.token) return false
  if (minimum === undefined) return true
  const { result } = offerOf({ terms: item, income, amount: exampleOf(item), prices, burnBps: 0n })
  return result !== null && result.income < minimum
}

export type PackageProblem = 'not-whole' | 'below-minimum' | 'above-balance' | 'full' | 'above-room'

/** Reason why a package does not take this amount; null: none. `balance`: undefined while unknown. */
export const packageProblem = (
  income: PackageIncome,
  { amount, minimum, balance }: { amount: bigint; minimum: bigint; balance: bigint | undefined },
): PackageProblem | null => {
  if (isFull(income)) return 'full'
  if (amount % WAD !== 0n) return 'not-whole'
  if (amount < minimum) return 'below-minimum'
  if (balance !== undefined && amount > balance) return 'above-balance'
  return income.room !== null && amount > BigInt(income.room) ? 'above-room' : null
}

/** Largest number of whole tokens by balance and budget. Null: both unknown. */
export const maxWhole = ({ room }: PackageIncome, balance: bigint | undefined): bigint | null => {
  if (balance === undefined) return room === null ? null : BigInt(room)
  const whole = wholeTokens(balance)
  return room === null || whole < BigInt(room) ? whole : BigInt(room)
}

/** Formats a second of the UTC day as `08:00`. */
export const clockText = (second: number): string =>
  `${String(Math.floor(second / HOUR_SECONDS)).padStart(2, '0')}:${String(Math.floor((second % HOUR_SECONDS) / 60)).padStart(2, '0')}`

/** Whether it never closes: equal times, or the whole day. */
export const isAlwaysOpen = ({ opensAtSecond, closesAtSecond }: TermPackage): boolean =>
  opensAtSecond === closesAtSecond || (opensAtSecond === 0 && closesAtSecond === DAY_SECONDS)
