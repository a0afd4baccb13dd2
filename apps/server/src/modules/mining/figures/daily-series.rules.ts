/**
 * A user's mined DR by UTC day, from the user's own changes of power and the accumulator at midnights. Pure.
 */
import { DAY_SECONDS } from '../../../platform/durations.ts'
import { ACC_SCALE, type FoldedChange } from '../pool/accumulator.rules.ts'

export interface DayOfMining {
  /** Unix seconds of the day's midnight. */
  readonly day: bigint
  /** Base units. */
  readonly mined: bigint
  /** In T, at the day's end. */
  readonly power: bigint
}

/** `[first, last]` midnights. */
export const daysBetween = (first: bigint, last: bigint): bigint[] => {
  const days: bigint[] = []
  for (let day = first; day <= last; day += DAY_SECONDS) days.push(day)
  return days
}

/**
 * Daily figures that add up to the total: the sum mined until the end of a day is rounded down to base units,
 * and a day is the difference of two sums. `changes`: all of the user's before the pool's time, in order;
 * `accAt`: the accumulator at a midnight before the pool's time, or at the pool's time.
 */
export const dailySeries = (input: {
  readonly days: readonly bigint[]
  readonly changes: readonly FoldedChange[]
  readonly poolTime: bigint
  readonly accAt: (at: bigint) => bigint
}): DayOfMining[] => {
  const { days, changes, poolTime, accAt } = input
  let [next, power, acc, accrued] = [0, 0n, 0n, 0n]
  const until = (moment: bigint): bigint => {
    for (let change = changes[next]; change && change.at < moment; change = changes[next]) {
      accrued += power * (change.acc - acc)
      acc = change.acc
      power += change.delta
      next += 1
    }
    const end = accAt(moment)
    accrued += power * (end - acc)
    acc = end
    return accrued / ACC_SCALE
  }
  const clamp = (moment: bigint) => (moment < poolTime ? moment : poolTime)
  let before = days[0] === undefined ? 0n : until(clamp(days[0]))
  return days.map((day) => {
    const after = until(clamp(day + DAY_SECONDS))
    const mined = after - before
    before = after
    return { day, mined, power }
  })
}
