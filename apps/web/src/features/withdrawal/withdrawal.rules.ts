import { mulDivDown, WAD } from '@dr/protocol/amounts'
import { maxWithRecent, recentPart } from '@dr/protocol/rules/recent-deposits'
import { splitBurnFree } from '@dr/protocol/rules/unreturned'
import { burnShare, minUsdtBurn, usdtVoucherBurn } from '@dr/protocol/rules/withdrawal-burn'
import { withHeadroom } from '../../chain/shortage/shortage.rules.ts'

export type PayoutToken = 'DR' | 'USDT'

/** Limits of a withdrawal before its request. Base units; an unknown value limits nothing here. */
export interface WithdrawalLimits {
  readonly token: PayoutToken
  readonly minimum: bigint
  readonly available: bigint
  /** Deposits not yet returned, including locked principal: this amount leaves without burn. */
  readonly unreturned: bigint
  /** USD left of the server's daily limit, 18 decimals. */
  readonly usdLeft: bigint
  /** In 1/10,000. */
  readonly burnBps: bigint
  /** USDT for one DR, 18 decimals; null: no price now. */
  readonly drPrice: bigint | null
  /** Remaining amounts of the contract's rolling day. */
  readonly vaultLeft: bigint | null
  readonly accountLeft: bigint | null
  /** Deposits of the recent days that are not locked, including those that have left since. */
  readonly recent: bigint
  readonly recentDays: number
  /** Received from other users within the same days. */
  readonly received: bigint
  /** Remaining part of the vault's day for such deposits of all users. */
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

/** Split of a withdrawal. For USDT the burn is DR out of the wallet, between `min` and `max`. */
export interface WithdrawalSplit {
  readonly received: bigint
  /** Deposits leave in full; only the earned rest burns. */
  readonly burnFree: bigint
  readonly burnable: bigint
  /** Burned DR; null: no price. */
  readonly burn: { readonly min: bigint; readonly max: bigint } | null
}

/**
 * Splits a gross `amount`. Deposits not yet returned leave first, without burn. DR burns a share of the
 * rest, rounded down; USDT burns DR worth that share at today's price, and the voucher determines it.
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

/** Part of the daily limit that an amount takes, USD with 18 decimals; null without a price. */
export const usdOf = (amount: bigint, { token, drPrice }: WithdrawalLimits): bigint | null => {
  if (token === 'USDT') return amount
  return drPrice === null ? null : mulDivDown(amount, drPrice, WAD)
}

/** Deposits have no minimum, since they do not burn. */
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

/** Amount missing until a withdrawal is possible; 0: possible now, since deposits have no minimum. */
export const missingToMinimum = ({
  available,
  minimum,
  unreturned,
}: Pick<WithdrawalLimits, 'available' | 'minimum' | 'unreturned'>): bigint =>
  available >= minimum || (available > 0n && unreturned > 0n) ? 0n : minimum - available

/** Days until this DR is mined at the present rate; 0: already collectable. Null: no rate. */
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
 * DR that the wallet needs for the burn: none for DR, which burns a part of itself. If the wallet lacks
 * some, with a margin over today's price, as in the plan that gets it.
 */
export const walletBurn = (amount: bigint, limits: WithdrawalLimits): bigint => {
  const burnMax = limits.token === 'DR' ? 0n : (splitWithdrawal(amount, limits).burn?.max ?? 0n)
  return limits.walletDr !== null && burnMax > limits.walletDr ? withHeadroom(burnMax) : burnMax
}

/** Maximum withdrawal now: the balance within today's limits. */
export const maxNow = (limits: WithdrawalLimits): bigint => {
  const { token, available, usdLeft, vaultLeft, accountLeft, recentLeft, drPrice } = limits
  const byUsd = token === 'USDT' ? usdLeft : drPrice === null ? null : mulDivDown(usdLeft, WAD, drPrice)
  const byRecent = recentLeft === null ? null : maxWithRecent(limits, recentLeft)
  return [byUsd, vaultLeft, accountLeft, byRecent].reduce<bigint>(
    (min, limit) => (limit !== null && limit < min ? limit : min),
    available,
  )
}
