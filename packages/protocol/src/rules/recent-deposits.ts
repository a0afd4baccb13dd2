/**
 * What was deposited recently and leaves again without burn shares a quarter of the node vault's day, all
 * accounts together (ADR 0059): otherwise the same money, deposited and withdrawn each day, would use up the
 * day of all users for the price of gas. Base units, seconds.
 */
import { DAY_SECONDS } from '../constants.ts'
import type { PayoutToken } from '../tokens.ts'

/**
 * How long a deposit is recent that was never in a package. Keeping the other three quarters of every day
 * used up takes as many days' amounts of capital at once: at 5 % a day more than the whole reserve. A user
 * who waits instead waits so long at most.
 */
export const RECENT_DEPOSIT_SECONDS = BigInt(30 * DAY_SECONDS)

/**
 * The same for a package's principal: only a package that is shorter than this returns it while it is
 * recent. It was locked meanwhile, and a package has room for what its reward budget covers.
 */
export const RECENT_PRINCIPAL_SECONDS = BigInt(7 * DAY_SECONDS)

/** One part in so many of the vault's daily limit: a quarter. */
const SHARE_PARTS = 4n
/** At most a half, however young the vault: the other one is left to others. */
const SHARE_PARTS_MIN = 2n

/**
 * `USDT_DAILY_FLOOR_MIN` and `DR_DAILY_FLOOR_MIN` of `DailyCaps.sol`: the highest minimum withdrawal that
 * operators may set. A vault whose quarter is less gives as much, or half of its day.
 */
export const SHARE_MIN = {
  USDT: 100n * 10n ** 18n,
  DR: 1_000n * 10n ** 18n,
} as const satisfies Record<PayoutToken, bigint>

/** What recent deposits may take of a day on which the vault may pay `vaultLimit` in all. */
export const recentShare = (token: PayoutToken, vaultLimit: bigint): bigint => {
  const quarter = vaultLimit / SHARE_PARTS
  const half = vaultLimit / SHARE_PARTS_MIN
  const least = SHARE_MIN[token] < half ? SHARE_MIN[token] : half
  return quarter > least ? quarter : least
}

/** What decides how much of a withdrawal is recent. */
export interface Recent {
  /** Available in the account before the withdrawal. */
  readonly available: bigint
  /** Deposited and not yet returned, `unreturned`: leaves without burn, and first. */
  readonly unreturned: bigint
  /**
   * What the account deposited within the last 30 days (into a package: 7) and is not locked in one: all of
   * it, also what has left since.
   */
  readonly recent: bigint
  /** What came from other users within the last 30 days: what stays of it stands for no recent deposit. */
  readonly received: bigint
}

/**
 * The part of a withdrawal that leaves without burn and was deposited recently. Everything else that is
 * available leaves before it, so that earnings and older deposits are never part of it. `recent` counts what
 * has left since as well: within any 30 days no more leaves outside the share than was available when they
 * began, and what was credited otherwise (not by other users: the same money could stand in for the deposits
 * of one account after the other).
 */
export const recentPart = (amount: bigint, { available, unreturned, recent, received }: Recent): bigint => {
  const burnFree = amount < unreturned ? amount : unreturned
  const stays = available - amount - received
  const last = stays > 0n ? recent - stays : recent
  if (last <= 0n) return 0n
  return last < burnFree ? last : burnFree
}

/** The greatest withdrawal whose recent part is at most `left`; all that is available, if any is. */
export const mostWithRecent = (state: Recent, left: bigint): bigint => {
  const { available, unreturned, recent, received } = state
  if (unreturned <= left || recent <= left) return available
  const older = available - recent - received
  const most = older > 0n ? left + older : left
  return most < available ? most : available
}
