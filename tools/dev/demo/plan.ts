/** Who lives on the demo network and since when; the same each time. */
import { DAY_SECONDS } from '@dr/protocol/constants'
import { type Hex, keccak256, toHex } from 'viem'

export interface DemoPlan {
  readonly accounts: number
  /**
   * Counted from the opening: whole days have people on them, at other times the server alone is at work. The
   * last is an hour or two ago.
   */
  readonly days: readonly number[]
  /**
   * From this day on prices move within days too: a day before it the oracle has begun to look every few
   * hours. Undefined: never.
   */
  readonly pricesFrom?: number
}

/** Of a day: less than the six hours that the oracle allows between two looks. */
const PARTS = [0.2, 0.4, 0.6, 0.8]
const BUSY_DAYS = Array.from({ length: 22 }, (_, index) => 13 + index)
const LAST_DAY = 34

/**
 * One electricity period and a 30-day package have ended since the first came; busy for three weeks, after
 * days on which only the first were there.
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
 * Longer than a day: a pool in which someone traded on one day has been quiet for a whole one by the next, so
 * that the oracle's average of a day is exact.
 */
export const DEMO_DAY_SECONDS = DAY_SECONDS + 900

/**
 * Whether the public pools are traded in after what is done on a day. A day's average is there where a pool
 * was quiet for a day, or where the oracle looked a day before: so not on the day before prices move within
 * days, nor on the last day where they never do.
 */
export const pricesMove = ({ days, pricesFrom = Number.POSITIVE_INFINITY }: DemoPlan, day: number): boolean =>
  day >= pricesFrom || (isPeoplesDay(day) && day < pricesFrom - 1 && day !== days.at(-1))

/** From the opening to the present. */
export const ageOf = ({ days }: DemoPlan): number =>
  Math.floor(((days.at(-1) ?? 0) + 0.05) * DEMO_DAY_SECONDS)

/** Of the wallet that the app offers beside a new one: the first account, which has a team. */
export const MEMBER = 0
/** Who the first account brings; their stakes make it a node. */
export const GUESTS = 4

/** Keys that everyone can know: of play money on a chain of one's own. */
export const keyOf = (index: number): Hex =>
  keccak256(toHex(`demo network of digital rights, account ${index}`))

/** The people's day, by number, on which an account comes: the first and the guests at once. */
export const comesOn = ({ accounts, days }: DemoPlan, index: number): number => {
  if (index <= GUESTS) return 0
  const count = days.filter(isPeoplesDay).length
  const busy = Math.max(1, count - 3)
  return Math.min(count - 1, 1 + Math.floor(((index - GUESTS - 1) * busy) / Math.max(1, accounts - GUESTS)))
}
