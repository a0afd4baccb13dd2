import { splitAmount, WAD } from '@dr/protocol/amounts'
import type { PackageIncome, TermPackage } from '@dr/protocol/calls/packages'
import type { PackageList } from '../../api/queries/packages.ts'
import { formatShare } from '../../ui/format.ts'

/** A share of a day as percent, cut: `0.08%`; the rate has 18 decimals. */
export function percentOf(share: bigint): string {
  const { whole, fraction } = splitAmount(share * 100n, { maxDecimals: 4 })
  return `${whole}${fraction === '' ? '' : `.${fraction}`}%`
}

/** Whole tokens, as a package takes them (1016). */
export const wholeTokens = (amount: bigint): bigint => amount - (amount % WAD)

/** How much of an income's budget is committed: for a bar (0 to 1), and in words. Null: nothing was ever put in. */
export function committedShare({
  funded,
  left,
}: Pick<PackageIncome, 'funded' | 'left'>): { readonly share: number; readonly text: string } | null {
  const all = BigInt(funded)
  if (all === 0n) return null
  const committed = all - BigInt(left)
  return { share: Number((committed * 10_000n) / all) / 10_000, text: formatShare(committed, all) }
}

/** What could go back into a package, base units of each token. */
export type Reinvestable = { readonly USDT: string; readonly DR: string }

export const isFull = ({ room }: PackageIncome): boolean => room === '0'

/** Until when the package's incomes are funded for positions that begin now: the latest of them. */
export function fundedUntil({ incomes }: TermPackage): number | null {
  const dates = incomes.flatMap(({ fundedUntil: until }) => (until === null ? [] : [until]))
  return dates.length === 0 ? null : Math.max(...dates)
}

/**
 * Income of the whole term for `amount` by today's prices, base units of the income's token, cut; the deposit's own block
 * fixes it. Principal counts at the lower average of DR, income at the higher. Null: it needs a price, and there is none.
 */
export function previewIncome(input: {
  readonly terms: Pick<TermPackage, 'token' | 'termDays'>
  readonly income: Pick<PackageIncome, 'token' | 'dailyRate'>
  readonly amount: bigint
  readonly prices: PackageList['prices']
}): bigint | null {
  const { terms, income, amount, prices } = input
  const share = amount * BigInt(income.dailyRate) * BigInt(terms.termDays)
  if (terms.token === income.token) return share / WAD
  if (prices === null) return null
  const principalPrice = terms.token === 'DR' ? BigInt(prices.lower) : WAD
  const incomePrice = income.token === 'DR' ? BigInt(prices.higher) : WAD
  return incomePrice === 0n ? null : (share * principalPrice) / (WAD * incomePrice)
}

export type PackageProblem = 'not-whole' | 'below-minimum' | 'above-balance' | 'full' | 'above-room'

/** Why a package does not take this amount; null: it does. `balance`: undefined while unknown. */
export function packageProblem(
  income: PackageIncome,
  { amount, minimum, balance }: { amount: bigint; minimum: bigint; balance: bigint | undefined },
): PackageProblem | null {
  if (isFull(income)) return 'full'
  if (amount % WAD !== 0n) return 'not-whole'
  if (amount < minimum) return 'below-minimum'
  if (balance !== undefined && amount > balance) return 'above-balance'
  return income.room !== null && amount > BigInt(income.room) ? 'above-room' : null
}

/** The most whole tokens that can go in: what there is, and what the budget still covers. Null: neither is known. */
export function mostWhole({ room }: PackageIncome, balance: bigint | undefined): bigint | null {
  if (balance === undefined) return room === null ? null : BigInt(room)
  const whole = wholeTokens(balance)
  return room === null || whole < BigInt(room) ? whole : BigInt(room)
}

/** `08:00`: a second of the UTC day. */
export const clockText = (second: number): string =>
  `${String(Math.floor(second / 3_600)).padStart(2, '0')}:${String(Math.floor((second % 3_600) / 60)).padStart(2, '0')}`

/** Never closed: the same second twice, or the whole day. */
export const isAlwaysOpen = ({ opensAtSecond, closesAtSecond }: TermPackage): boolean =>
  opensAtSecond === closesAtSecond || (opensAtSecond === 0 && closesAtSecond === 86_400)
