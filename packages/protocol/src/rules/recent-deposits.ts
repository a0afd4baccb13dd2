/**
 * What was deposited recently and leaves again without burn shares a quarter of the node vault's day, all
 * accounts together (ADR 0059): otherwise the same money, deposited and withdrawn each day, would use up the
 * day of all users for the price of gas. Base units, seconds.
 */
/** Days, at least. */
const RECENT_DAYS_MIN = 30n
/** `VAULT_DAILY_BPS_MIN` of `DailyCaps.sol`: at 1 % of what the vault holds. */
export const RECENT_DAYS_MAX = 150n
/** One part in so many of the vault's daily limit: a quarter. */
const SHARE_PARTS = 4n

/** A vault's day of one token, by the contract. */
export interface VaultDay {
  /** What it may pay in all. */
  readonly limit: bigint
  /** What the limit is a share of: what it holds, and what it paid within the day. */
  readonly total: bigint
}

/**
 * For how many days a deposit is recent. Keeping the other three quarters of every day used up takes as many
 * days' amounts of capital at once: more than what the vault holds, whatever its limit is. 30 at 5 %, more
 * where the limit is less. A user who waits instead waits so long at most. Rounded down, since the contract
 * cuts the limit: a base unit too many makes it no day longer.
 */
export const recentDays = ({ limit, total }: VaultDay): bigint => {
  const days = limit > 0n ? (total * 3n) / (limit * 2n) : RECENT_DAYS_MAX
  if (days < RECENT_DAYS_MIN) return RECENT_DAYS_MIN
  return days < RECENT_DAYS_MAX ? days : RECENT_DAYS_MAX
}

/** What recent deposits may take of a day on which the vault may pay `limit` in all. */
export const recentShare = ({ limit }: Pick<VaultDay, 'limit'>): bigint => limit / SHARE_PARTS

/** What decides how much of a withdrawal is recent. */
export interface Recent {
  /** Available in the account before the withdrawal. */
  readonly available: bigint
  /** Deposited and not yet returned, `unreturned`: leaves without burn, and first. */
  readonly unreturned: bigint
  /**
   * What the account deposited within the recent days and is not locked in a package: all of it, also what
   * has left since.
   */
  readonly recent: bigint
  /** What came from other users within the same days: what stays of it counts as no recent deposit. */
  readonly received: bigint
}

/**
 * The part of a withdrawal that leaves without burn and was deposited recently. Everything else that is
 * available leaves before it, so that earnings and older deposits are never part of it. `recent` counts what
 * has left since as well: within as many days no more leaves outside the share than was available when they
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
export const maxWithRecent = (state: Recent, left: bigint): bigint => {
  const { available, unreturned, recent, received } = state
  if (unreturned <= left || recent <= left) return available
  const older = available - recent - received
  const max = older > 0n ? left + older : left
  return max < available ? max : available
}
