/** Accounts of the demo network and their first days; always the same. */
import { DAY_SECONDS } from '@dr/protocol/constants'
import { type Hex, keccak256, toHex } from 'viem'

export interface DemoPlan {
  readonly accounts: number
  /**
   * Days from the opening: people act on whole days, at other times only the server. The last is an hour or
   * two ago.
   */
  readonly days: readonly number[]
  /**
   * First day with price moves within days: the oracle must have begun observing every few hours a day
   * before. Undefined: never.
   */
  readonly pricesFrom?: number
}

/** Parts of a day: shorter than the six hours that the oracle allows between two observations. */
const PARTS = [0.2, 0.4, 0.6, 0.8]
const BUSY_DAYS = Array.from({ length: 22 }, (_, index) => 13 + index)
const LAST_DAY = 34

/**
 * One electricity period and a 30-day package have ended since the first account came; three busy weeks
 * follow days with only the first accounts.
 */
export const DEMO_PLAN: DemoPlan = {
  accounts: 30,
  days: [
    0,
    3,
    7,
    10,
    ...BUSY_DAYS.flatMap((day) => [
      day,
      ...(day >= 32 && day < LAST_DAY ? PARTS.map((part) => day + part) : []),
    ]),
  ],
  pricesFrom: 33,
}

export const isPeoplesDay = (day: number): boolean => Number.isInteger(day)

/**
 * Longer than a day: a pool with a trade on one day has been quiet for a day by the next, so that the
 * oracle's daily average is exact.
 */
export const DEMO_DAY_SECONDS = DAY_SECONDS + 900

/**
 * Whether the public pools are traded after a day's actions. A daily average needs a quiet day, or an
 * observation a day earlier: so no trades on the day before price moves within days begin, nor on the last
 * day of a plan without them.
 */
export const pricesMove = ({ days, pricesFrom = Number.POSITIVE_INFINITY }: DemoPlan, day: number): boolean =>
  day >= pricesFrom || (isPeoplesDay(day) && day < pricesFrom - 1 && day !== days.at(-1))

/** Seconds from the opening to the present. */
export const ageOf = ({ days }: DemoPlan): number =>
  Math.floor(((days.at(-1) ?? 0) + 0.05) * DEMO_DAY_SECONDS)

/** Index of the account that the app offers as a wallet: the first one, which has a team. */
export const MEMBER = 0
/** Number of the first account's referrals; their stakes make it a node. */
export const GUESTS = 4

/** Public keys to known accounts: test money on a local chain. */
export const keyOf = (index: number): Hex =>
  keccak256(toHex(`demo network of digital rights, account ${index}`))

/** Number of the people's day on which an account comes: day 0 for the first and the guests. */
export const comesOn = ({ accounts, days }: DemoPlan, index: number): number => {
  if (index <= GUESTS) return 0
  const count = days.filter(isPeoplesDay).length
  const busy = Math.max(1, count - 3)
  return Math.min(count - 1, 1 + Math.floor(((index - GUESTS - 1) * busy) / Math.max(1, accounts - GUESTS)))
}
