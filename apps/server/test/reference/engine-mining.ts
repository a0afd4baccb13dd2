/**
 * The mining engine as in the server: changes appended, folded at releases, positions settled when collected.
 */

import { emittedAt } from '@dr/protocol/rules/emission'
import { collectWait } from '../../src/modules/mining/collect/collect.rules.ts'
import {
  extendPaidUntil,
  type MachinePaid,
  powerChangesOf,
  sumChanges,
} from '../../src/modules/mining/electricity/activation.rules.ts'
import {
  type AccPoint,
  collectPosition,
  foldPool,
  newPool,
  newPosition,
  type Pool,
  type Position,
  settlePosition,
  undistributedOf,
} from '../../src/modules/mining/pool/accumulator.rules.ts'
import { available, type TestBook } from './book.ts'
import { DAY, HOUR, START, USERS } from './commands.ts'

export const emitted = (at: bigint): bigint => emittedAt(START, at)

interface Machine extends MachinePaid {
  readonly user: number
}

export class MiningEngine {
  pool: Pool = newPool(START)
  readonly machines: Machine[] = []
  readonly #changes: { at: bigint; delta: bigint; user: number }[] = []
  readonly #points = new Map<bigint, bigint>()
  readonly #positions = new Map<number, Position>()
  readonly #collectedAt = new Map<number, bigint>()
  readonly #book: TestBook

  constructor(book: TestBook) {
    this.#book = book
  }

  buy(now: bigint, { user, power, lifeDays }: { user: number; power: number; lifeDays: number }): void {
    const lifeEnd = ((now + BigInt(lifeDays) * DAY + HOUR - 1n) / HOUR) * HOUR
    this.machines.push({ user, power: BigInt(power), lifeEnd, chainPaidUntil: null })
  }

  pay(now: bigint, index: number, periods: number): void {
    const machine = this.machines[index]
    if (!machine) throw new RangeError(`no machine ${index}`)
    const chainPaidUntil = extendPaidUntil({ chainPaidUntil: machine.chainPaidUntil, at: now, periods })
    for (const change of powerChangesOf(machine, { at: now, chainPaidUntil })) {
      this.#changes.push({ ...change, user: machine.user })
    }
    this.machines[index] = { ...machine, chainPaidUntil }
  }

  release(now: bigint): void {
    const due = this.#changes.filter(({ at }) => at >= this.pool.time && at < now)
    const released = emitted(now) - emitted(this.pool.time)
    const folded: { pool: Pool; points: readonly AccPoint[] } = foldPool(this.pool, {
      until: now,
      changes: sumChanges(due),
      emittedAt: emitted,
    })
    for (const { at, acc } of folded.points) this.#points.set(at, acc)
    const undistributed = undistributedOf(folded.pool) - undistributedOf(this.pool)
    this.pool = folded.pool
    this.#book.post(
      ['0:DR:chain', '0:DR:emission-pool', released - undistributed],
      ['0:DR:chain', '0:DR:undistributed-emission', undistributed],
    )
  }

  /** False: not collectable yet. */
  collect(now: bigint, user: number): boolean {
    const lastCollectedAt = this.#collectedAt.get(user) ?? null
    const { position, amount } = collectPosition(this.#settled(user))
    const wait = collectWait({ lastCollectedAt, now, accrued: amount, asOf: this.pool.time, ratePerDay: 0n })
    if (wait !== null) return false
    this.#positions.set(user, position)
    this.#collectedAt.set(user, now)
    this.#book.post(['0:DR:emission-pool', available(0, 'DR', user), amount])
    return true
  }

  /** Base units accrued by each user and not collected, rounded down. */
  open(): Map<number, bigint> {
    return new Map(USERS.map((user) => [user, collectPosition(this.#settled(user)).amount]))
  }

  #settled(user: number): Position {
    const before = this.#positions.get(user) ?? newPosition
    const own = this.#changes.filter(
      (change) => change.user === user && change.at >= before.settledTo && change.at < this.pool.time,
    )
    const changes = sumChanges(own).map((change) => ({
      ...change,
      acc: this.#points.get(change.at) as bigint,
    }))
    return settlePosition(before, { time: this.pool.time, acc: this.pool.acc, changes })
  }
}
