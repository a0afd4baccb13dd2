/**
 * Shared parts of the community's tests: users in a tree, their activity, and a slow, simple model of the
 * result.
 */

import type { Hex } from 'viem'
import { type Activity, recordActivity } from '../../src/modules/activity/index.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import type { UserId } from '../../src/platform/ids.ts'

const addressOf = (id: number): Hex => `0x${id.toString(16).padStart(40, '0')}`

const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeOf = (id: number): string =>
  Array.from({ length: 8 }, (_, place) => CODE_LETTERS.charAt(Math.floor(id / 32 ** place) % 32)).join('')

/** Registers `id`, activated at once without an inviter if `genesis`. */
export const plantUser = (tx: Tx, id: number, { genesis }: { readonly genesis: boolean }) =>
  tx.query({
    text: `INSERT INTO users (id, address, invite_code, activated_at, registered_at) OVERRIDING SYSTEM VALUE
      VALUES ($1, $2, $3, $4, $5)`,
    values: [id, addressOf(id), codeOf(id), genesis ? new Date(0) : null, new Date(0)],
  })

/** Writes a binding like `bindInviter`. */
export const bindUser = (tx: Tx, bound: { userId: number; inviterId: number; at: bigint }) =>
  tx.query({
    name: 'test_bind_user',
    text: 'UPDATE users SET inviter_id = $2, activated_at = $3 WHERE id = $1',
    values: [bound.userId, bound.inviterId, new Date(Number(bound.at) * 1_000)],
  })

/** Users `from` … `to`, each the direct referral of the previous one; `from` is a root. */
export const plantChain = async (tx: Tx, { from, to, at }: { from: number; to: number; at: bigint }) => {
  const joined = new Date(Number(at) * 1_000)
  await tx.query({
    text: `INSERT INTO users (id, address, invite_code, activated_at, registered_at) OVERRIDING SYSTEM VALUE
      SELECT n, '0x' || lpad(to_hex(n), 40, '0'), c.code, CASE WHEN i = 1 THEN $3::timestamptz END, $3
      FROM generate_series($1::int, $2::int) WITH ORDINALITY AS s (n, i)
        JOIN unnest($4::text[]) WITH ORDINALITY AS c (code, i) USING (i) ORDER BY n`,
    values: [from, to, joined, Array.from({ length: to - from + 1 }, (_, index) => codeOf(from + index))],
  })
  // row by row in order, so that each finds its inviter activated
  await tx.query({
    text: 'UPDATE users SET inviter_id = id - 1, activated_at = $3 WHERE id > $1 AND id <= $2',
    values: [from, to, joined],
  })
}

export class Killed extends Error {}

/**
 * The same database, but each of its transactions fails with `Killed` after the number of statements that
 * `lifetime` returns, before its commit at the latest; null: it succeeds.
 */
export const failingDatabase = (database: Database, lifetime: () => number | null): Database => ({
  ...database,
  get read() {
    return database.read
  },
  get single() {
    return database.single
  },
  transaction: (work, options) =>
    database.transaction(async (tx) => {
      let left = lifetime() ?? Number.POSITIVE_INFINITY
      const dies = Number.isFinite(left)
      const query: Tx['query'] = (statement) => {
        if (left-- <= 0) throw new Killed()
        return tx.query(statement)
      }
      const result = await work({ ...tx, query })
      if (dies) throw new Killed()
      return result
    }, options),
})

/** Empties the counters; the users remain. */
export const forgetTeams = (database: Database) =>
  database.transaction((tx) =>
    tx.script(`TRUNCATE activity, team_member, team_people, team_day, team_week;
      INSERT INTO team_member (user_id, depth) VALUES (0, 0)`),
  )

const DAY = 86_400n
const MONDAY = 4n * DAY
const WEEK = 7n * DAY

interface Person {
  readonly id: number
  inviterId: number | null
  joinedAt: bigint
  /** Position in the order of all events. */
  joinedSeq: number
}
type DatedActivity = Omit<Activity, 'userId'> & { readonly userId: number; readonly seq?: number }

export interface ModelFigures {
  members: number
  burned: bigint
  staked: bigint
  pledged: bigint
}
export interface ModelDay {
  newMembers: number
  activated: number
  burned: bigint
  staked: bigint
  power: bigint
}

/** Computes everything from the beginning, each time, as close to docs/product.md 9 as possible. */
export class ForestModel {
  readonly people = new Map<number, Person>()
  readonly activities: DatedActivity[] = []
  #happened = 0
  /** Activated without an inviter. */
  readonly roots = new Set<number>()

  add(id: number): void {
    this.people.set(id, { id, inviterId: null, joinedAt: 0n, joinedSeq: 0 })
  }
  join(id: number, inviterId: number, at: bigint): void {
    Object.assign(this.people.get(id) as Person, { inviterId, joinedAt: at, joinedSeq: ++this.#happened })
  }
  act(activity: DatedActivity): void {
    this.activities.push({ ...activity, seq: ++this.#happened })
  }
  isActivated(id: number): boolean {
    return this.roots.has(id) || this.people.get(id)?.inviterId !== null
  }
  joined(): Person[] {
    return [...this.people.values()].filter(({ inviterId }) => inviterId !== null)
  }
  direct(id: number): Person[] {
    return this.joined().filter(({ inviterId }) => inviterId === id)
  }
  isBelow(id: number, ancestor: number): boolean {
    const above = this.people.get(id)?.inviterId ?? null
    return above !== null && (above === ancestor || this.isBelow(above, ancestor))
  }
  team(id: number): Person[] {
    return this.joined().filter((one) => this.isBelow(one.id, id))
  }
  depth(id: number): number {
    const above = this.people.get(id)?.inviterId ?? null
    return above === null ? 0 : 1 + this.depth(above)
  }
  sum(
    kind: Activity['kind'],
    people: readonly number[],
    when: (activity: DatedActivity) => boolean = () => true,
  ): bigint {
    return this.activities
      .filter((activity) => activity.kind === kind && people.includes(activity.userId) && when(activity))
      .reduce((sum, { amount }) => sum + amount, 0n)
  }
  figures(people: readonly Person[]): ModelFigures {
    const ids = people.map(({ id }) => id)
    return {
      members: people.length,
      burned: this.sum('burned', ids),
      staked: this.sum('staked', ids),
      pledged: this.sum('pledged', ids),
    }
  }
  totals(): ModelFigures {
    const all = [...this.people.values()]
    return { ...this.figures(all), members: this.joined().length }
  }
  /** Whether it counts for an inviter: it happened after the join. */
  #counts = ({ userId, seq = 0 }: DatedActivity): boolean =>
    (this.people.get(userId) as Person).joinedSeq < seq

  day(people: readonly Person[], day: bigint): ModelDay {
    const ids = people.map(({ id }) => id)
    const on = (activity: DatedActivity) => activity.at / DAY === day && this.#counts(activity)
    return {
      newMembers: people.filter(({ joinedAt }) => joinedAt / DAY === day).length,
      activated: people.filter(({ joinedAt }) => joinedAt / DAY <= day).length,
      burned: this.sum('burned', ids, on),
      staked: this.sum('staked', ids, (activity) => on(activity) && activity.amount > 0n),
      power: this.sum('bought', ids, on),
    }
  }
  week(id: number, week: bigint): { newMembers: number; performance: bigint } {
    const direct = this.direct(id)
    const ids = direct.map((one) => one.id)
    const isIn = (at: bigint) => at >= MONDAY + week * WEEK && at < MONDAY + (week + 1n) * WEEK
    const on = (activity: DatedActivity) => isIn(activity.at) && this.#counts(activity)
    return {
      newMembers: direct.filter(({ joinedAt }) => isIn(joinedAt)).length,
      performance:
        this.sum('bought', ids, on) +
        this.sum('staked', ids, (activity) => on(activity) && activity.amount > 0n),
    }
  }
}

export const queueActivities = (tx: Tx, activities: readonly DatedActivity[]): Promise<void> =>
  recordActivity(
    tx,
    activities.map((activity) => ({ ...activity, userId: activity.userId as UserId })),
  )
