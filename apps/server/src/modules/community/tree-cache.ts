/**
 * What the process that folds remembers of the tree, so that the way up to every root costs no reading (ADR 0022): of
 * everybody who has people below, and whom it met since: 16 bytes for each id of a page that has one of them.
 *
 * Who stands below whom never changes. The day a row of people stands at does, and another process may have folded: so
 * whoever writes by it has what was written counted (`expectAllWritten`), and nothing stays written by a memory that is
 * wrong.
 */
import type { QueryResult, Reader } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { COMMUNITY, type TreeNode } from './fold.rules.ts'

/** The counters are not as they were remembered. Final for a memory of this very transaction: they contradict themselves. */
export class TreeChangedError extends FatalError {}

/** @throws {TreeChangedError} not all of `rows` were there to be written, or not as they were remembered */
export const expectAllWritten = ({ rowCount }: QueryResult<unknown>, rows: readonly unknown[]): void => {
  if (rowCount !== rows.length)
    throw new TreeChangedError(`${rows.length - rowCount} of ${rows.length} counters are not as they were`)
}

/** A row of people that is not there: nobody joined below them yet. */
export const NO_PEOPLE = -1
const UNKNOWN = -1
const NO_INVITER = 0

const PAGE = 4_096

/** Of users whose ids follow each other. */
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

/** Rows of people read at once: some milliseconds. */
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

/** Users, and the days their rows of people stand at. */
export class TreeCache {
  readonly #pages = new Map<number, Page>()
  #isLoaded = false

  /**
   * Everybody who has people below, once; `chunk` rows at a time. Nobody folds meanwhile: the caller sees to it. Of a million
   * users it takes two thirds of a second (`team.load` in bench/README.md).
   */
  async load(reader: Reader, chunk = CHUNK): Promise<void> {
    if (this.#isLoaded) return
    this.add({ userId: COMMUNITY, inviterId: null, depth: 0 })
    let last = -1
    do last = await this.#loadAfter(reader, { last, chunk })
    while (last >= 0)
    this.#isLoaded = true
  }

  /** Of the `chunk` next to `last`: the last of them; −1: there were none. */
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

  /** The day that somebody's row of people stands at. */
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

  /** These, with all who stand above them, each once. */
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
