/**
 * Mining in a slow form: every period without a change of power is divided among its producers, as fractions.
 * A network of less than 400,000 T earns only its part; the rest is owed to no account.
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
  /** Value on chain, where a machine has no life. */
  paid: bigint
  producesUntil: bigint
}

export class ReferenceMining {
  readonly #machines: Machine[] = []
  readonly #accrued = new Map<number, Fraction>()
  #undistributed = ZERO
  /** Accrued amount of each user at the last release, and the undistributed part of it. */
  #funded = new Map<number, Fraction>()
  undistributed = ZERO
  readonly collected = new Map<number, bigint>()
  readonly #emitted: (at: bigint) => bigint

  constructor(emitted: (at: bigint) => bigint) {
    this.#emitted = emitted
  }

  /** Time after `now` at which power next leaves. */
  next(now: bigint): bigint | null {
    let next: bigint | null = null
    for (const { producesUntil } of this.#machines) {
      if (producesUntil > now && (next === null || producesUntil < next)) next = producesUntil
    }
    return next
  }

  /** Divides the emission of a period without changes. */
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

  /** Collects all funded amounts, in whole base units. */
  collect(user: number): void {
    this.collected.set(user, this.funded(user).floor())
  }
}
