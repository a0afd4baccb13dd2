/**
 * What the process that folds remembers of the tree, so that the way up to every root costs no reading (ADR 0022): some
 * 16 bytes a user, sixteen megabytes a million.
 *
 * Who stands below whom never changes. The day a row of people stands at does; it is not trusted, though: each write says
 * which it takes for granted (`write-people.ts`), and where that is not so, by a fold of another process or one that was
 * undone, `TreeChangedError` undoes the whole fold.
 */
import type { Reader } from '../../platform/database/database.ts'
import { FatalError, RetryableError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { COMMUNITY, type TreeNode } from './fold.rules.ts'

/** The counters are not as they were remembered. Nothing was written: begin again, remembering nothing. */
export class TreeChangedError extends RetryableError {}

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

/** Rows of people read at once. */
const CHUNK = 50_000

/** Lists of whole numbers, in the same order; 0 for no inviter. */
interface ChunkRow {
  user_ids: string | null
  inviter_ids: string
  depths: string
  days: string
}

/** Of one fold after the other. */
export class RememberedTree {
  readonly #pages = new Map<number, Page>()
  #isLoaded = false

  /**
   * Everybody who has people below, read once, `chunk` to a row. Nobody else writes meanwhile: the caller sees to it.
   */
  async load(reader: Reader, chunk = CHUNK): Promise<void> {
    if (this.#isLoaded) return
    this.add({ userId: COMMUNITY, inviterId: null, depth: 0 })
    for (let last = -1; ; ) {
      const { rows } = await reader.query<ChunkRow>({
        name: 'team_people_load',
        text: `SELECT string_agg(user_id::text, ',') AS user_ids,
            string_agg(coalesce(inviter_id, ${NO_INVITER})::text, ',') AS inviter_ids,
            string_agg(depth::text, ',') AS depths, string_agg(day::text, ',') AS days
          FROM (SELECT * FROM team_people WHERE user_id > $1 ORDER BY user_id LIMIT $2) p`,
        values: [last, chunk],
      })
      const { user_ids, ...lists } = rows[0] as ChunkRow
      if (user_ids === null) break
      const numbersOf = (list: string) => list.split(',').map(Number)
      const ids = numbersOf(user_ids) as UserId[]
      const [inviterIds, depths, days] = [lists.inviter_ids, lists.depths, lists.days].map(numbersOf) as [
        number[],
        number[],
        number[],
      ]
      for (const [index, userId] of ids.entries()) {
        const inviterId = (inviterIds[index] || null) as UserId | null
        this.add({ userId, inviterId, depth: depths[index] as number })
        this.standAt(userId, days[index] as number)
      }
      last = ids.at(-1) as number
    }
    this.#isLoaded = true
  }

  #place(userId: UserId): { readonly page: Page | undefined; readonly index: number } {
    const index = userId % PAGE
    return { page: this.#pages.get((userId - index) / PAGE), index }
  }

  has(userId: UserId): boolean {
    const { page, index } = this.#place(userId)
    return page !== undefined && page.depths[index] !== UNKNOWN
  }

  /** @throws {FatalError} nobody knows of them */
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

  /** The day that somebody's row of people stands at, as far as is known. */
  peopleDay(userId: UserId): number {
    const { page, index } = this.#place(userId)
    return page?.days[index] ?? NO_PEOPLE
  }

  /** Of somebody in the tree. */
  standAt(userId: UserId, day: number): void {
    const { page, index } = this.#place(userId)
    if (page === undefined) throw new FatalError(`${userId} has people, and no place`)
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
