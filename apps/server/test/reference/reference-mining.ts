/**
 * Mining, the slow way: every stretch of time without a change of power is shared among who produced in it,
 * as fractions. A network of less than 400,000 T earns its part of that only; the rest is no one's.
 */
import { maxBigInt, minBigInt } from '../../src/platform/integers.ts'
import { type Fraction, fraction, ZERO } from './fraction.ts'

const HOUR = 3_600n
const DAY = 86_400n
const POWER_FLOOR = 400_000n
const hourUp = (t: bigint) => ((t + HOUR - 1n) / HOUR) * HOUR

interface Machine {
  readonly user: number
  readonly power: bigint
  readonly lifeEnd: bigint
  /** As on chain, which knows no life. */
  paid: bigint
  producesUntil: bigint
}

export class ReferenceMining {
  readonly #machines: Machine[] = []
  readonly #accrued = new Map<number, Fraction>()
  #undistributed = ZERO
  /** Of each user, what had accrued at the last release; and what no one was owed of it. */
  #funded = new Map<number, Fraction>()
  undistributed = ZERO
  readonly collected = new Map<number, bigint>()
  readonly #emitted: (at: bigint) => bigint

  constructor(emitted: (at: bigint) => bigint) {
    this.#emitted = emitted
  }

  /** When power next leaves after `now`. */
  next(now: bigint): bigint | null {
    let next: bigint | null = null
    for (const { producesUntil } of this.#machines) {
      if (producesUntil > now && (next === null || producesUntil < next)) next = producesUntil
    }
    return next
  }

  /** Nothing changes between the two. */
  share(from: bigint, to: bigint): void {
    const emitted = this.#emitted(to) - this.#emitted(from)
    const producing = this.#machines.filter(({ producesUntil }) => producesUntil > from)
    const total = producing.reduce((sum, { power }) => sum + power, 0n)
    if (emitted === 0n) return
    const divisor = maxBigInt(total, POWER_FLOOR)
    for (const { user, power } of producing) {
      this.#accrued.set(user, this.accrued(user).plus(fraction(emitted * power, divisor)))
    }
    this.#undistributed = this.#undistributed.plus(fraction(emitted * (divisor - total), divisor))
  }

  accrued(user: number): Fraction {
    return this.#accrued.get(user) ?? ZERO
  }

  funded(user: number): Fraction {
    return this.#funded.get(user) ?? ZERO
  }

  buy(at: bigint, { user, power, lifeDays }: { user: number; power: number; lifeDays: number }): void {
    const lifeEnd = hourUp(at + BigInt(lifeDays) * DAY)
    this.#machines.push({ user, power: BigInt(power), lifeEnd, paid: 0n, producesUntil: 0n })
  }

  pay(at: bigint, index: number, periods: number): void {
    const machine = this.#machines[index]
    if (!machine) throw new RangeError(`no machine ${index}`)
    const from = maxBigInt(machine.paid, hourUp(at))
    machine.paid = from + BigInt(periods) * 30n * DAY
    machine.producesUntil = minBigInt(machine.paid, machine.lifeEnd)
  }

  release(): void {
    this.#funded = new Map(this.#accrued)
    this.undistributed = this.#undistributed
  }

  /** All that is funded, in whole base units. */
  collect(user: number): void {
    this.collected.set(user, this.funded(user).floor())
  }
}
