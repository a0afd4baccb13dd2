/**
 * Recent deposits that leave again without burn share a quarter of the node vault's daily limit (ADR 0059):
 * otherwise the same money, deposited and withdrawn each day, could use up the limit of all users for the
 * price of gas. Base units, seconds.
 */
/** Minimum number of days. */
const RECENT_DAYS_MIN = 30n
/** `VAULT_DAILY_BPS_MIN` of `DailyCaps.sol`: with a limit of 1 % of the vault's holdings. */
export const RECENT_DAYS_MAX = 150n
/** The share is the vault's daily limit divided by this. */
const SHARE_PARTS = 4n

/** Daily limit of a vault for one token, by the contract. */
export interface VaultDay {
  /** Maximum payments of the day. */
  readonly limit: bigint
  /** Base of the limit: the vault's holdings, and its payments within the day. */
  readonly total: bigint
}

/**
 * Days for which a deposit is recent: 30 for a limit of 5 %, more for a lower one. Using up the other three
 * quarters of every day takes as many days' amounts of capital at once, which is more than the vault holds,
 * for any limit; it is also the longest wait of a user. Rounded down, since the contract rounds the limit:
 * a base unit more must not add a day.
 */
export const recentDays = ({ limit, total }: VaultDay): bigint => {
  const days = limit > 0n ? (total * 3n) / (limit * 2n) : RECENT_DAYS_MAX
  if (days < RECENT_DAYS_MIN) return RECENT_DAYS_MIN
  return days < RECENT_DAYS_MAX ? days : RECENT_DAYS_MAX
}

/** Maximum that recent deposits may take of a day with this `limit`. */
export const recentShare = ({ limit }: Pick<VaultDay, 'limit'>): bigint => limit / SHARE_PARTS

/** State that determines the recent part of a withdrawal. */
export interface Recent {
  /** Available in the account before the withdrawal. */
  readonly available: bigint
  /** Deposits not yet returned: they leave first, without burn. */
  readonly unreturned: bigint
  /**
   * Deposits of the account within the recent days that are not locked in a package, including those that
   * have left since.
   */
  readonly recent: bigint
  /** Received from other users within the same days: the part still there counts as no recent deposit. */
  readonly received: bigint
}

/**
 * Part of a withdrawal that leaves without burn and was deposited recently. Everything else available
 * counts as leaving first, so that earnings and older deposits are never part of it. `recent` includes
 * deposits that have left since: within the days, the amount outside the share is limited to what was
 * available at their start, plus other credits (except from other users, since the same money could serve
 * for one account after another).
 */
export const recentPart = (amount: bigint, { available, unreturned, recent, received }: Recent): bigint => {
  const burnFree = amount < unreturned ? amount : unreturned
  const stays = available - amount - received
  const last = stays > 0n ? recent - stays : recent
  if (last <= 0n) return 0n
  return last < burnFree ? last : burnFree
}

/** Largest withdrawal whose recent part is at most `left`; everything available, if possible. */
export const maxWithRecent = (state: Recent, left: bigint): bigint => {
  const { available, unreturned, recent, received } = state
  if (unreturned <= left || recent <= left) return available
  const older = available - recent - received
  const max = older > 0n ? left + older : left
  return max < available ? max : available
}
