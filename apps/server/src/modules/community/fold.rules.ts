/**
 * Folding activity up the tree (ADR 0022): a batch is summed up by user, then carried upwards from the
 * deepest user, so that each ancestor is updated once however many descendants it has. Pure; USD with 18
 * decimals, POD power in base units.
 */
import { weekOf } from '@dr/protocol/rules/weeks'
import { DAY_SECONDS } from '../../platform/durations.ts'
import { type UserId, userIdOf } from '../../platform/ids.ts'
import type { TakenActivity } from '../activity/index.ts'

/** Current totals of a user, or of several together. */
export interface Totals {
  readonly burned: bigint
  readonly staked: bigint
  readonly pledged: bigint
}

/** Activity of a user, or of several together, on one day, without joins. `staked`: newly staked. */
export interface DailyActivity {
  readonly burned: bigint
  readonly staked: bigint
  readonly bought: bigint
}

/** A user's position in the tree, after the joins of the batch. */
export interface TreeNode {
  readonly userId: UserId
  readonly inviterId: UserId | null
  readonly depth: number
}

type ByUser<Sums> = ReadonlyMap<UserId, Sums>

/** Additions of one day for a user: by direct referrals, and by the whole team. */
export interface DayOf<Value> {
  readonly userId: UserId
  readonly day: number
  readonly direct: Value
  readonly team: Value
}

export interface WeekOf {
  readonly userId: UserId
  readonly week: bigint
  readonly newMembers: bigint
  readonly performance: bigint
}

/** Additions of a batch, by user. */
export interface Folded {
  /** Numbers of joins by day. */
  readonly people: readonly DayOf<number>[]
  readonly own: ByUser<Totals>
  readonly direct: ByUser<Totals>
  readonly team: ByUser<Totals>
  readonly activities: readonly DayOf<DailyActivity>[]
  readonly weeks: readonly WeekOf[]
}

/** The community as a whole: the parent of all users without an inviter. */
export const COMMUNITY = userIdOf(0)

export const NOTHING: Totals = { burned: 0n, staked: 0n, pledged: 0n }
export const NO_ACTIVITY: DailyActivity = { burned: 0n, staked: 0n, bought: 0n }

export const dayOf = (at: bigint): number => Number(at / DAY_SECONDS)

const addCounts = (a: number, b: number): number => a + b

const addTotals = (a: Totals, b: Totals): Totals => ({
  burned: a.burned + b.burned,
  staked: a.staked + b.staked,
  pledged: a.pledged + b.pledged,
})

const addActivity = (a: DailyActivity, b: DailyActivity): DailyActivity => ({
  burned: a.burned + b.burned,
  staked: a.staked + b.staked,
  bought: a.bought + b.bought,
})

const totalsOf = ({ kind, amount }: TakenActivity): Totals => ({
  burned: kind === 'burned' ? amount : 0n,
  staked: kind === 'staked' ? amount : 0n,
  pledged: kind === 'pledged' ? amount : 0n,
})

const activityOf = ({ kind, amount }: TakenActivity): DailyActivity => ({
  burned: kind === 'burned' ? amount : 0n,
  staked: kind === 'staked' && amount > 0n ? amount : 0n,
  bought: kind === 'bought' ? amount : 0n,
})

const isActivity = ({ burned, staked, bought }: DailyActivity): boolean =>
  burned !== 0n || staked !== 0n || bought !== 0n

/** Sums by key; a missing key is `none`. */
class Sums<Key, Value> {
  readonly map = new Map<Key, Value>()
  readonly #none: Value
  readonly #add: (a: Value, b: Value) => Value
  constructor(none: Value, add: (a: Value, b: Value) => Value) {
    this.#none = none
    this.#add = add
  }
  get(key: Key): Value {
    return this.map.get(key) ?? this.#none
  }
  add(key: Key, value: Value): void {
    const before = this.map.get(key)
    this.map.set(key, before === undefined ? value : this.#add(before, value))
  }
}

/** Each user after all of its descendants. */
const deepestFirst = (tree: ByUser<TreeNode>): TreeNode[] =>
  [...tree.values()].sort((a, b) => b.depth - a.depth || b.userId - a.userId)

/**
 * Adds `mine` of each user to the inviter's `direct`, and the same plus the user's `team` to the inviter's
 * `team`.
 */
const carry = <Value>(
  nodes: readonly TreeNode[],
  mine: ByUser<Value>,
  {
    direct,
    team,
    add,
  }: {
    readonly direct: Sums<UserId, Value>
    readonly team: Sums<UserId, Value>
    readonly add: (a: Value, b: Value) => Value
  },
): void => {
  for (const { userId, inviterId } of nodes) {
    if (inviterId === null) continue
    const own = mine.get(userId)
    const below = team.map.get(userId)
    if (own) direct.add(inviterId, own)
    if (own && below) team.add(inviterId, add(own, below))
    else if (own || below) team.add(inviterId, (own ?? below) as Value)
  }
}

/**
 * Totals of the batch. A joining user adds their totals from before joining to all ancestors; the community
 * counts them already.
 */
const foldTotals = (
  batch: readonly TakenActivity[],
  { nodes, before }: { readonly nodes: readonly TreeNode[]; readonly before: ByUser<Totals> },
): Pick<Folded, 'own' | 'direct' | 'team'> => {
  const own = new Sums<UserId, Totals>(NOTHING, addTotals)
  const rises = new Sums<UserId, Totals>(NOTHING, addTotals)
  const direct = new Sums<UserId, Totals>(NOTHING, addTotals)
  const team = new Sums<UserId, Totals>(NOTHING, addTotals)
  for (const one of batch) {
    const { userId, kind } = one
    if (kind === 'joined') {
      const brought = before.get(userId)
      if (brought) rises.add(userId, brought)
    } else if (kind !== 'bought') {
      const totals = totalsOf(one)
      for (const sums of [own, rises]) sums.add(userId, totals)
      team.add(COMMUNITY, totals)
    }
  }
  if (rises.map.size > 0) carry(nodes, rises.map, { direct, team, add: addTotals })
  return { own: own.map, direct: direct.map, team: team.map }
}

/** Activity of one day: of all users, and of each user as far as it counts for their ancestors. */
interface DoneOn<Value> {
  all: Value
  readonly counted: Sums<UserId, Value>
}

/** Sums by day; `all` is the community's, `counted` is carried up the tree. */
class Days<Value> {
  readonly map = new Map<number, DoneOn<Value>>()
  readonly #none: Value
  readonly #add: (a: Value, b: Value) => Value
  constructor(none: Value, add: (a: Value, b: Value) => Value) {
    this.#none = none
    this.#add = add
  }
  add({ userId, at }: TakenActivity, value: Value, counts: boolean): void {
    const key = dayOf(at)
    const day = this.map.get(key) ?? { all: this.#none, counted: new Sums(this.#none, this.#add) }
    day.all = this.#add(day.all, value)
    if (counts) day.counted.add(userId, value)
    this.map.set(key, day)
  }
  /**
   * Each day's sums ordered by user, like the index of their rows: neighbouring rows are written one after
   * the other.
   */
  carried(nodes: readonly TreeNode[]): DayOf<Value>[] {
    return [...this.map].flatMap(([day, { all, counted }]) => {
      const direct = new Sums<UserId, Value>(this.#none, this.#add)
      const team = new Sums<UserId, Value>(this.#none, this.#add)
      carry(nodes, counted.map, { direct, team, add: this.#add })
      team.add(COMMUNITY, all)
      return [...team.map]
        .map(([userId, sums]) => ({ userId, day, direct: direct.get(userId), team: sums }))
        .sort((a, b) => a.userId - b.userId)
    })
  }
}

/** Whether the user had an inviter before this activity: earlier activity counts only for the community. */
type CountsForInviter = (activity: TakenActivity) => boolean

const foldDays = (
  batch: readonly TakenActivity[],
  { nodes, counts }: { readonly nodes: readonly TreeNode[]; readonly counts: CountsForInviter },
): Pick<Folded, 'people' | 'activities'> => {
  const people = new Days(0, addCounts)
  const activities = new Days(NO_ACTIVITY, addActivity)
  for (const one of batch) {
    if (one.kind === 'joined') people.add(one, 1, true)
    const done = activityOf(one)
    if (isActivity(done)) activities.add(one, done, counts(one))
  }
  return { people: people.carried(nodes), activities: activities.carried(nodes) }
}

const foldWeeks = (
  batch: readonly TakenActivity[],
  { tree, counts }: { readonly tree: ByUser<TreeNode>; readonly counts: CountsForInviter },
): WeekOf[] => {
  const weeks = new Map<string, WeekOf>()
  for (const one of batch) {
    const { staked, bought } = activityOf(one)
    const members = one.kind === 'joined' ? 1n : 0n
    const inviterId = tree.get(one.userId)?.inviterId ?? null
    if (members + staked + bought === 0n || inviterId === null || !counts(one)) continue
    const week = weekOf(one.at)
    const key = `${week}:${inviterId}`
    const before = weeks.get(key) ?? { userId: inviterId, week, newMembers: 0n, performance: 0n }
    weeks.set(key, {
      ...before,
      newMembers: before.newMembers + members,
      performance: before.performance + staked + bought,
    })
  }
  return [...weeks.values()]
}

/**
 * Folds `batch`. `tree`: all its users with all of their ancestors, after the batch's joins. `joined`: for
 * each of its users who joined so far, the queue position of the join. `before`: totals, from before joining,
 * of users who join in it.
 */
export const foldBatch = (
  batch: readonly TakenActivity[],
  {
    tree,
    joined,
    before,
  }: { readonly tree: ByUser<TreeNode>; readonly joined: ByUser<bigint>; readonly before: ByUser<Totals> },
): Folded => {
  const nodes = deepestFirst(tree)
  const counts: CountsForInviter = ({ userId, id }) => {
    const since = joined.get(userId)
    return since !== undefined && since <= id
  }
  return {
    ...foldDays(batch, { nodes, counts }),
    ...foldTotals(batch, { nodes, before }),
    weeks: foldWeeks(batch, { tree, counts }),
  }
}
