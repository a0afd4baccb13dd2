/**
 * A cache of the tree in the process that folds, so that walking up to a root needs no query (ADR 0022). It
 * has all users with members below them, and those it has met since: 16 bytes for each id of a page in use.
 *
 * A user's inviter never changes. The day of a `team_people` row does, and another process may have folded:
 * so each write that relies on the cache checks the number of rows written (`expectAllWritten`), and a write
 * by an outdated cache is rolled back.
 */
import type { QueryResult, Reader } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { COMMUNITY, type TreeNode } from './fold.rules.ts'

/**
 * The counters differ from the cache. Not retried for a cache that was read in the same transaction: then the
 * counters contradict themselves.
 */
export class TreeChangedError extends FatalError {}

/** @throws {TreeChangedError} some of `rows` are missing, or differ from the cache */
export const expectAllWritten = ({ rowCount }: QueryResult<unknown>, rows: readonly unknown[]): void => {
  if (rowCount !== rows.length)
    throw new TreeChangedError(`${rows.length - rowCount} of ${rows.length} counters are not as they were`)
}

/** No `team_people` row: the user has no members yet. */
export const NO_PEOPLE = -1
const UNKNOWN = -1
const NO_INVITER = 0

const PAGE = 4_096

/** Users with consecutive ids. */
interface Page {
  readonly inviterIds: Float64Array
  readonly depths: Int32Array
  readonly days: Int32Array
}

const emptyPage = (): Page => ({
  inviterIds: new Float64Array(PAGE),
  depths: new Int32Array(PAGE).fill(UNKNOWN),
  days: new Int32Array(PAGE).fill(NO_PEOPLE),
})

/** `team_people` rows read by one query, which takes some milliseconds. */
const CHUNK = 10_000

/** Lists of whole numbers, in the same order; null: none. 0 for no inviter. */
interface ChunkRow {
  user_ids: string | null
  inviter_ids: string
  depths: string
  days: string
}

const numbersOf = <Value extends number = number>(list: string): Value[] =>
  list.split(',').map(Number) as Value[]

/** Users, and the days of their `team_people` rows. */
export class TreeCache {
  readonly #pages = new Map<number, Page>()
  #isLoaded = false

  /**
   * Reads all users with members, once, `chunk` rows at a time. The caller makes sure that no other fold runs
   * meanwhile. A million users take two thirds of a second (`team.load` in bench/README.md).
   */
  async load(reader: Reader, chunk = CHUNK): Promise<void> {
    if (this.#isLoaded) return
    this.add({ userId: COMMUNITY, inviterId: null, depth: 0 })
    let last = -1
    do last = await this.#loadAfter(reader, { last, chunk })
    while (last >= 0)
    this.#isLoaded = true
  }

  /** Reads the `chunk` users after `last`; returns the last of them, or −1 if there are none. */
  async #loadAfter(reader: Reader, { last, chunk }: { last: number; chunk: number }): Promise<number> {
    const { rows } = await reader.query<ChunkRow>({
      name: 'team_people_load',
      text: `SELECT string_agg(user_id::text, ',') AS user_ids,
          string_agg(coalesce(inviter_id, ${NO_INVITER})::text, ',') AS inviter_ids,
          string_agg(depth::text, ',') AS depths, string_agg(day::text, ',') AS days
        FROM (
          SELECT user_id, inviter_id, depth, day FROM team_people WHERE user_id > $1 ORDER BY user_id LIMIT $2
        ) p`,
      values: [last, chunk],
    })
    const lists = rows[0] as ChunkRow
    if (lists.user_ids === null) return -1
    const userIds = numbersOf<UserId>(lists.user_ids)
    const [inviterIds, depths, days] = [
      numbersOf<UserId>(lists.inviter_ids),
      numbersOf(lists.depths),
      numbersOf(lists.days),
    ]
    for (const [index, userId] of userIds.entries()) {
      this.add({ userId, inviterId: inviterIds[index] || null, depth: depths[index] as number })
      this.setPeopleDay(userId, days[index] as number)
    }
    return userIds.at(-1) as number
  }

  #place(userId: UserId): { readonly page: Page | undefined; readonly index: number } {
    const index = userId % PAGE
    return { page: this.#pages.get((userId - index) / PAGE), index }
  }

  has(userId: UserId): boolean {
    const { page, index } = this.#place(userId)
    return page !== undefined && page.depths[index] !== UNKNOWN
  }

  /** @throws {FatalError} they have no place in the tree */
  node(userId: UserId): TreeNode {
    const { page, index } = this.#place(userId)
    const depth = page?.depths[index] ?? UNKNOWN
    if (page === undefined || depth === UNKNOWN) throw new FatalError(`${userId} has no place in the tree`)
    const inviterId = page.inviterIds[index] as number
    return { userId, inviterId: inviterId === NO_INVITER ? null : (inviterId as UserId), depth }
  }

  add({ userId, inviterId, depth }: TreeNode): void {
    const index = userId % PAGE
    const number = (userId - index) / PAGE
    const page = this.#pages.get(number) ?? emptyPage()
    this.#pages.set(number, page)
    page.inviterIds[index] = inviterId ?? NO_INVITER
    page.depths[index] = depth
  }

  /** The day of the user's `team_people` row. */
  peopleDay(userId: UserId): number {
    const { page, index } = this.#place(userId)
    return page?.days[index] ?? NO_PEOPLE
  }

  /** @throws {FatalError} they have no place in the tree */
  setPeopleDay(userId: UserId, day: number): void {
    const { page, index } = this.#place(userId)
    if (page === undefined || page.depths[index] === UNKNOWN)
      throw new FatalError(`${userId} has people, and no place in the tree`)
    page.days[index] = day
  }

  /** These users with all of their ancestors, each once. */
  upwards(userIds: Iterable<UserId>): Map<UserId, TreeNode> {
    const nodes = new Map<UserId, TreeNode>()
    for (const from of userIds) {
      for (let userId: UserId | null = from; userId !== null && !nodes.has(userId); ) {
        const node = this.node(userId)
        nodes.set(userId, node)
        userId = node.inviterId
      }
    }
    return nodes
  }
}
