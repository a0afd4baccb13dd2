/**
 * How a final deposit and a reinvestment are booked (docs/product.md 4 and 8). Pure; base units, Unix
 * seconds.
 *
 * `deposit(token, amount, packageId, 1)` carries no voucher and no income type. So the packageId on chain
 * encodes both: the event alone decides, independent of the intent.
 */

import type { ErrorName } from '@dr/protocol/errors'
import { AppError } from '../../../platform/app-error.ts'
import { minBigInt } from '../../../platform/integers.ts'
import {
  type DrPrices,
  fixIncome,
  type PackageOrder,
  type PackageTerms,
  type PackageToken,
  refusalDetails,
  refusalOf,
  roomLeft,
} from '../terms/terms.rules.ts'

/** Tokens in which an income is paid, in the order of the contract's `packageId`. */
export const INCOME_TOKENS = ['USDT', 'DR'] as const satisfies readonly PackageToken[]

/** The contract's `packageId`: the package times two, plus one for income in DR. */
export const chainPackageId = (input: {
  readonly packageId: number
  readonly incomeToken: PackageToken
}): bigint => BigInt(input.packageId) * 2n + BigInt(INCOME_TOKENS.indexOf(input.incomeToken))

export const readChainPackageId = (
  id: bigint,
): { readonly packageId: bigint; readonly incomeToken: PackageToken } => ({
  packageId: id / 2n,
  incomeToken: id % 2n === 0n ? 'USDT' : 'DR',
})

export type Booking =
  | {
      readonly kind: 'position'
      readonly incomeToken: PackageToken
      /** Income of the whole term; it moves from the budget to the committed account at once. */
      readonly income: bigint
    }
  /** Credited in full to the available node balance, and withdrawn without burn. */
  | { readonly kind: 'returned'; readonly reason: ErrorName }

export interface FinalDeposit {
  readonly token: PackageToken
  readonly amount: bigint
  readonly incomeToken: PackageToken
  /** Time of its block. */
  readonly at: bigint
}

export interface Means {
  /** The package's open budget in the income's token. */
  readonly budget: bigint
  /** At the deposit's block. */
  readonly prices: DrPrices | null
}

const fund = (
  terms: PackageTerms,
  order: { amount: bigint; incomeToken: PackageToken },
  { budget, prices }: Means,
): Booking => {
  const { amount, incomeToken } = order
  const income = fixIncome(terms, { amount, incomeToken, prices })
  if (income === null) return { kind: 'returned', reason: 'NO_PRICE' }
  if (income > budget) return { kind: 'returned', reason: 'PACKAGE_FULL' }
  return { kind: 'position', incomeToken, income }
}

/**
 * Books a deposit independent of its quote: as a position if it fits, otherwise as returned. Never throws a
 * refusal.
 */
export const bookDeposit = (
  terms: PackageTerms | undefined,
  deposit: FinalDeposit,
  means: Means,
): Booking => {
  const refusal = refusalOf(terms, { ...deposit, reinvest: false })
  if (refusal !== null) return { kind: 'returned', reason: refusal }
  if (!terms || terms.token !== deposit.token) return { kind: 'returned', reason: 'PACKAGE_NOT_FOUND' }
  return fund(terms, deposit, means)
}

/** Throws the error of a refusal. For a full package its details include the amount that still fits. */
const throwRefusal = (
  terms: PackageTerms | undefined,
  order: PackageOrder,
  { reason, means }: { reason: ErrorName; means: Means },
): never => {
  const { incomeToken } = order
  if (reason !== 'PACKAGE_FULL' || !terms || !incomeToken)
    throw new AppError(reason, refusalDetails(reason, terms, order))
  const room = roomLeft(terms, { ...means, incomeToken })
  throw new AppError('PACKAGE_FULL', { details: { room: room?.toString() ?? null } })
}

/**
 * Income of the whole term, if the deposit were final now. Throws 1043, 1044, 1016, 1018, 1040 as the terms
 * say, 30001 when the budget does not cover it, 30002 without a price it needs.
 */
export const quoteDeposit = (
  terms: PackageTerms | undefined,
  order: Omit<PackageOrder, 'reinvest'>,
  means: Means,
): bigint => {
  const request = { ...order, reinvest: false }
  const { incomeToken } = order
  const refusal = refusalOf(terms, request)
  if (refusal !== null || !terms || !incomeToken)
    return throwRefusal(terms, request, { reason: refusal ?? 'PACKAGE_NOT_FOUND', means })
  const booking = fund(terms, { ...order, incomeToken }, means)
  return booking.kind === 'position'
    ? booking.income
    : throwRefusal(terms, request, { reason: booking.reason, means })
}

/**
 * Matured principal and income that were not reinvested yet and are still available. Reinvesting does not
 * count as a return: deposits can still leave without burn afterwards (`unreturned`). Base units of one
 * token.
 */
export const reinvestable = (input: {
  /** Principal and income that packages ever credited. */
  readonly credited: bigint
  readonly reinvested: bigint
  /** Available balance of the node account. */
  readonly available: bigint
}): bigint => minBigInt(input.credited - input.reinvested, input.available)

/**
 * Books a reinvestment of `open` (see `reinvestable`). Throws 1043, 1044, 1016, 1041, 1040 as the terms say,
 * 1039 when there is nothing to reinvest, 1015 when there is less than the order, 30001 when the budget does
 * not cover it, 30002 without a price it needs.
 */
export const bookReinvestment = (
  terms: PackageTerms | undefined,
  order: {
    readonly amount: bigint
    readonly incomeToken: PackageToken | undefined
    readonly at: bigint
    readonly open: bigint
  },
  means: Means,
): Extract<Booking, { kind: 'position' }> => {
  const { incomeToken } = order
  const request = { ...order, reinvest: true }
  const refusal = refusalOf(terms, request)
  if (order.open <= 0n && terms?.offered) throw new AppError('NOTHING_TO_REINVEST')
  if (refusal !== null || !terms || !incomeToken)
    return throwRefusal(terms, request, { reason: refusal ?? 'PACKAGE_NOT_FOUND', means })
  if (order.amount > order.open) {
    throw new AppError('LEDGER_BALANCE_TOO_LOW', { details: { available: order.open.toString() } })
  }
  const booking = fund(terms, { amount: order.amount, incomeToken }, means)
  return booking.kind === 'position'
    ? booking
    : throwRefusal(terms, request, { reason: booking.reason, means })
}
