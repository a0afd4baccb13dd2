/**
 * Folding activity up the tree (ADR 0022): a batch is summed up by user, then carried from the deepest up, so that each
 * ancestor is touched once however much stands below. Pure; USD with 18 decimals, POD power in base units.
 */
import type { UserId } from '../../platform/ids.ts'
import type { TakenActivity } from '../activity/index.ts'
import { weekOf } from '../pod-power/index.ts'

/** What somebody, or several together, amount to now. */
export interface Standing {
  readonly members: bigint
  readonly burned: bigint
  readonly staked: bigint
  readonly pledged: bigint
}

/** What somebody, or several together, did on a day. `staked`: newly. */
export interface DayDeeds {
  readonly members: bigint
  readonly burned: bigint
  readonly staked: bigint
  readonly bought: bigint
}

/** A user as the tree has them, joins of the batch included. */
export interface TreeNode {
  readonly userId: UserId
  readonly inviterId: UserId | null
  readonly depth: number
  /** Place of the join in the queue; null: there was none. */
  readonly joinedSeq: bigint | null
}

type Of<Sums> = ReadonlyMap<UserId, Sums>

export interface DayOf {
  readonly userId: UserId
  readonly day: number
  readonly direct: DayDeeds
  readonly team: DayDeeds
}

export interface WeekOf {
  readonly userId: UserId
  readonly week: bigint
  readonly newMembers: bigint
  readonly performance: bigint
}

/** What a batch adds to whom. */
export interface Folded {
  readonly own: Of<Standing>
  readonly direct: Of<Standing>
  readonly team: Of<Standing>
  readonly days: readonly DayOf[]
  readonly weeks: readonly WeekOf[]
}

/** The community as a whole: above all who have no inviter. */
export const COMMUNITY = 0 as UserId

const DAY_SECONDS = 86_400n
export const NOTHING: Standing = { members: 0n, burned: 0n, staked: 0n, pledged: 0n }
export const NO_DEEDS: DayDeeds = { members: 0n, burned: 0n, staked: 0n, bought: 0n }

export const dayOf = (at: bigint): number => Number(at / DAY_SECONDS)

const addStanding = (a: Standing, b: Standing): Standing => ({
  members: a.members + b.members,
  burned: a.burned + b.burned,
  staked: a.staked + b.staked,
  pledged: a.pledged + b.pledged,
})

const addDeeds = (a: DayDeeds, b: DayDeeds): DayDeeds => ({
  members: a.members + b.members,
  burned: a.burned + b.burned,
  staked: a.staked + b.staked,
  bought: a.bought + b.bought,
})

const standingOf = ({ kind, amount }: TakenActivity): Standing => ({
  members: 0n,
  burned: kind === 'burned' ? amount : 0n,
  staked: kind === 'staked' ? amount : 0n,
  pledged: kind === 'pledged' ? amount : 0n,
})

const deedsOf = ({ kind, amount }: TakenActivity): DayDeeds => ({
  members: kind === 'joined' ? 1n : 0n,
  burned: kind === 'burned' ? amount : 0n,
  staked: kind === 'staked' && amount > 0n ? amount : 0n,
  bought: kind === 'bought' ? amount : 0n,
})

const isDeed = ({ members, burned, staked, bought }: DayDeeds): boolean =>
  members !== 0n || burned !== 0n || staked !== 0n || bought !== 0n

/** A map that starts at nothing. */
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

/** Each after all who stand below. */
const deepestFirst = (tree: Of<TreeNode>): TreeNode[] =>
  [...tree.values()].sort((a, b) => b.depth - a.depth || b.userId - a.userId)

/** `mine` of everybody to their inviter directly, and with all that came from below to the inviter's team. */
const carry = <Value>(
  nodes: readonly TreeNode[],
  mine: Of<Value>,
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

/** Standings: whoever joins brings along what they amounted to before, to everybody but the community, which had it. */
const foldStandings = (
  batch: readonly TakenActivity[],
  { nodes, before }: { readonly nodes: readonly TreeNode[]; readonly before: Of<Standing> },
): Pick<Folded, 'own' | 'direct' | 'team'> => {
  const own = new Sums<UserId, Standing>(NOTHING, addStanding)
  const rises = new Sums<UserId, Standing>(NOTHING, addStanding)
  const direct = new Sums<UserId, Standing>(NOTHING, addStanding)
  const team = new Sums<UserId, Standing>(NOTHING, addStanding)
  for (const one of batch) {
    const { userId, kind } = one
    if (kind === 'joined') {
      rises.add(userId, { ...(before.get(userId) ?? NOTHING), members: 1n })
      team.add(COMMUNITY, { ...NOTHING, members: 1n })
    } else if (kind !== 'bought') {
      const standing = standingOf(one)
      for (const sums of [own, rises]) sums.add(userId, standing)
      team.add(COMMUNITY, standing)
    }
  }
  carry(nodes, rises.map, { direct, team, add: addStanding })
  return { own: own.map, direct: direct.map, team: team.map }
}

/** What somebody did on a day before they joined is the community's alone, however the queue is cut into batches. */
const countsForInviter = ({ joinedSeq, inviterId }: TreeNode, { id }: TakenActivity): boolean =>
  inviterId !== null && joinedSeq !== null && joinedSeq <= id

type DaySums = Sums<UserId, DayDeeds>

const foldDay = (
  day: number,
  { all, counted, nodes }: { all: DayDeeds; counted: DaySums; nodes: readonly TreeNode[] },
): DayOf[] => {
  const direct: DaySums = new Sums(NO_DEEDS, addDeeds)
  const team: DaySums = new Sums(NO_DEEDS, addDeeds)
  carry(nodes, counted.map, { direct, team, add: addDeeds })
  team.add(COMMUNITY, all)
  return [...team.map].map(([userId, sums]) => ({ userId, day, direct: direct.get(userId), team: sums }))
}

const foldDays = (
  batch: readonly TakenActivity[],
  { tree, nodes }: { readonly tree: Of<TreeNode>; readonly nodes: readonly TreeNode[] },
): DayOf[] => {
  const days = new Map<number, { all: DayDeeds; counted: DaySums }>()
  for (const one of batch) {
    const deeds = deedsOf(one)
    if (!isDeed(deeds)) continue
    const key = dayOf(one.at)
    const day = days.get(key) ?? { all: NO_DEEDS, counted: new Sums(NO_DEEDS, addDeeds) }
    day.all = addDeeds(day.all, deeds)
    const node = tree.get(one.userId)
    if (node && countsForInviter(node, one)) day.counted.add(one.userId, deeds)
    days.set(key, day)
  }
  return [...days].flatMap(([day, sums]) => foldDay(day, { ...sums, nodes }))
}

const foldWeeks = (batch: readonly TakenActivity[], tree: Of<TreeNode>): WeekOf[] => {
  const weeks = new Map<string, WeekOf>()
  for (const one of batch) {
    const { members, staked, bought } = deedsOf(one)
    const node = tree.get(one.userId)
    if (members + staked + bought === 0n || !node || node.inviterId === null || !countsForInviter(node, one))
      continue
    const week = weekOf(one.at)
    const key = `${week}:${node.inviterId}`
    const before = weeks.get(key) ?? { userId: node.inviterId, week, newMembers: 0n, performance: 0n }
    weeks.set(key, {
      ...before,
      newMembers: before.newMembers + members,
      performance: before.performance + staked + bought,
    })
  }
  return [...weeks.values()]
}

/**
 * What `batch` comes to. `tree`: everybody in it with all who stand above them, the batch's joins done already. `before`:
 * what those who join in it amounted to so far.
 */
export const foldBatch = (
  batch: readonly TakenActivity[],
  { tree, before }: { readonly tree: Of<TreeNode>; readonly before: Of<Standing> },
): Folded => {
  const nodes = deepestFirst(tree)
  return {
    ...foldStandings(batch, { nodes, before }),
    days: foldDays(batch, { tree, nodes }),
    weeks: foldWeeks(batch, tree),
  }
}
