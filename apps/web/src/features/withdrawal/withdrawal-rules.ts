import { mulDivDown, WAD } from '@dr/protocol/amounts'
import { maxWithRecent, recentPart } from '@dr/protocol/rules/recent-deposits'
import { splitBurnFree } from '@dr/protocol/rules/unreturned'
import { burnShare, minUsdtBurn, usdtVoucherBurn } from '@dr/protocol/rules/withdrawal-burn'
import { withHeadroom } from '../../chain/shortage/shortage.rules.ts'

export type PayoutToken = 'DR' | 'USDT'

/**
 * What decides about a withdrawal before it is asked for. Base units; what is not known yet limits nothing
 * here.
 */
export interface WithdrawalLimits {
  readonly token: PayoutToken
  readonly minimum: bigint
  readonly available: bigint
  /** Deposited and not yet returned, locked principal included: so much leaves without burn. */
  readonly unreturned: bigint
  /** USD left of the server's daily limit, 18 decimals. */
  readonly usdLeft: bigint
  /** In 1/10,000. */
  readonly burnBps: bigint
  /** USDT for one DR, 18 decimals; null: no price now. */
  readonly drPrice: bigint | null
  /** What the contract still pays within its rolling day. */
  readonly vaultLeft: bigint | null
  readonly accountLeft: bigint | null
  /** Deposited within the recent days and not locked, also what has left since. */
  readonly recent: bigint
  readonly recentDays: number
  /** Received from other users within the same days. */
  readonly received: bigint
  /** What such deposits of all users may still take of the vault's day. */
  readonly recentLeft: bigint | null
  /** DR in the wallet. */
  readonly walletDr: bigint | null
}

export type WithdrawalProblem =
  | 'below-minimum'
  | 'above-available'
  | 'above-daily-usd'
  | 'above-account-cap'
  | 'above-vault-cap'
  | 'above-recent-share'

/** What is burned and what arrives. For USDT the burn is DR out of the wallet, between `min` and `max`. */
export interface WithdrawalSplit {
  readonly received: bigint
  /** What was deposited leaves whole; the burn falls on the rest, which was earned. */
  readonly burnFree: bigint
  readonly burnable: bigint
  /** DR; null: no price to tell it by. */
  readonly burn: { readonly min: bigint; readonly max: bigint } | null
}

/**
 * `amount` is gross. Deposits not yet returned leave first, and burn nothing. Of the rest, DR burns its share
 * of itself, cut; USDT burns DR worth that share, by today's price: the voucher fixes it.
 */
export const splitWithdrawal = (
  amount: bigint,
  { token, unreturned, burnBps, drPrice }: WithdrawalLimits,
): WithdrawalSplit => {
  const split = splitBurnFree({ amount, unreturned })
  const { burnable } = split
  const share = burnShare({ burnable, burnBps })
  if (token === 'DR') return { ...split, received: amount - share, burn: { min: share, max: share } }
  if (share === 0n) return { ...split, received: amount, burn: { min: 0n, max: 0n } }
  if (drPrice === null) return { ...split, received: amount, burn: null }
  const max = usdtVoucherBurn({ burnable, burnBps, drPrice })
  return { ...split, received: amount, burn: { min: minUsdtBurn(max), max } }
}

/** What an amount counts for against the daily limit, USD with 18 decimals; null without a price. */
export const usdOf = (amount: bigint, { token, drPrice }: WithdrawalLimits): bigint | null => {
  if (token === 'USDT') return amount
  return drPrice === null ? null : mulDivDown(amount, drPrice, WAD)
}

/** What burns nothing at all leaves in any amount: it was deposited. */
const isAllDeposited = (amount: bigint, { unreturned }: WithdrawalLimits): boolean =>
  amount > 0n && amount <= unreturned

export const withdrawalProblem = (amount: bigint, limits: WithdrawalLimits): WithdrawalProblem | null => {
  const { minimum, available, usdLeft, vaultLeft, accountLeft, recentLeft } = limits
  if (amount > available) return 'above-available'
  if (amount < minimum && !isAllDeposited(amount, limits)) return 'below-minimum'
  const usd = usdOf(amount, limits)
  if (usd !== null && usd > usdLeft) return 'above-daily-usd'
  if (accountLeft !== null && amount > accountLeft) return 'above-account-cap'
  if (vaultLeft !== null && amount > vaultLeft) return 'above-vault-cap'
  return recentLeft !== null && recentPart(amount, limits) > recentLeft ? 'above-recent-share' : null
}

/** Missing until any amount can be withdrawn; 0: some can, since deposits have no minimum. */
export const missingToMinimum = ({
  available,
  minimum,
  unreturned,
}: Pick<WithdrawalLimits, 'available' | 'minimum' | 'unreturned'>): bigint =>
  available >= minimum || (available > 0n && unreturned > 0n) ? 0n : minimum - available

/** Days until so much DR is mined, at the present rate: 0: it waits to be collected. Null: nothing is mined. */
export const daysToMine = (
  missing: bigint,
  { accrued, ratePerDay }: { readonly accrued: string; readonly ratePerDay: string },
): number | null => {
  const rest = missing - BigInt(accrued)
  if (rest <= 0n) return 0
  const rate = BigInt(ratePerDay)
  return rate === 0n ? null : Number((rest + rate - 1n) / rate)
}

/**
 * DR that the wallet has to hold for the burn: none where DR leaves, which burns out of itself. Where it has
 * less, there has to be a little more than today's price asks for, as in the plan that gets it.
 */
export const walletBurn = (amount: bigint, limits: WithdrawalLimits): bigint => {
  const burnMax = limits.token === 'DR' ? 0n : (splitWithdrawal(amount, limits).burn?.max ?? 0n)
  return limits.walletDr !== null && burnMax > limits.walletDr ? withHeadroom(burnMax) : burnMax
}

/** The maximum that may leave now: the balance, less what today's limits hold back. */
export const maxNow = (limits: WithdrawalLimits): bigint => {
  const { token, available, usdLeft, vaultLeft, accountLeft, recentLeft, drPrice } = limits
  const byUsd = token === 'USDT' ? usdLeft : drPrice === null ? null : mulDivDown(usdLeft, WAD, drPrice)
  const byRecent = recentLeft === null ? null : maxWithRecent(limits, recentLeft)
  return [byUsd, vaultLeft, accountLeft, byRecent].reduce<bigint>(
    (min, limit) => (limit !== null && limit < min ? limit : min),
    available,
  )
}
