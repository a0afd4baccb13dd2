/** The newest block of each endpoint, and the endpoints that may be asked, best first. */
import type { Logger } from 'pino'
import { RetryableError } from '../../errors.ts'
import { isTrueHeader } from '../header-hash.ts'
import type { ChainEndpoint } from './chain-endpoint.ts'
import { believedHeads, highest, isBehind, type SeenHead } from './heads.rules.ts'

/** No endpoint may be asked now: each has just failed, or contradicts the others. */
export class EndpointsRestError extends RetryableError {}

/** The endpoint's answer for the newest block is invalid. */
class NoNewestBlockError extends RetryableError {}

/** A header whose fields do not give its hash. */
export class UntrueHeaderError extends RetryableError {}

/** Milliseconds for which a reported block counts: the chain does not get shorter meanwhile. */
const HEAD_KEPT_MS = 10_000
/** An endpoint with an answer pending for longer is asked last. */
const SLOW_MS = 1_000
/**
 * An endpoint found behind, or reporting impossible blocks, is asked last for this long: its next answer may
 * be better.
 */
const LEFT_OUT_MS = 5_000

export interface NewestBlock extends SeenHead {
  /** The endpoint's answer of `eth_getBlockByNumber`, without transactions. */
  readonly header: unknown
}

/** Reasons for not asking an endpoint, or asking it last. */
export const TROUBLES = ['silent', 'behind', 'impossible', 'distrusted'] as const
type Trouble = (typeof TROUBLES)[number]

export interface HeadBook {
  readonly size: number
  /**
   * Endpoints that may be asked, the preferred one first; for a read at block `number`, those that have it.
   */
  order(number?: bigint): readonly ChainEndpoint[]
  /** Asks an endpoint for its newest block. */
  askNewest(endpoint: ChainEndpoint): Promise<NewestBlock>
  /** The newest block that any of them has reported recently, if it is trusted. */
  best(): NewestBlock | undefined
  /** Whether the endpoint's latest report is new enough to use. */
  isNew(endpoint: ChainEndpoint): boolean
  /** Records that an endpoint's read of a contract differs from the others'. */
  blame(endpoint: ChainEndpoint): void
  /** Sets the endpoints, by fingerprint, that contradict the chain by the indexer's findings. */
  distrust(fingerprints: ReadonlySet<string>): void
  /** Each endpoint with its trouble. */
  troubles(): readonly (readonly [name: string, trouble: Trouble | undefined])[]
  /** Number of blocks by which each is behind the best one. */
  lags(): readonly (readonly [name: string, blocks: bigint])[]
}

interface Entry {
  readonly endpoint: ChainEndpoint
  /**
   * The block it reported last: behind its URL may be several nodes, and this one's may be older than `top`.
   */
  last: NewestBlock | undefined
  /** The highest it has reported recently. */
  top: NewestBlock | undefined
  isDistrusted: boolean
  /** Trouble found in its newest block, and the time until which it counts; milliseconds, monotonic. */
  found: { readonly trouble: Trouble; readonly until: number } | undefined
  /** Start times of pending requests; milliseconds, monotonic. */
  readonly waiting: Set<number>
}

const NEWEST = { method: 'eth_getBlockByNumber', params: ['latest', false] } as const

const parseHeader = (header: unknown): NewestBlock | undefined => {
  if (typeof header !== 'object' || header === null) return undefined
  if (!('number' in header && 'timestamp' in header)) return undefined
  const { number, timestamp } = header
  if (typeof number !== 'string' || typeof timestamp !== 'string') return undefined
  return { number: BigInt(number), timestamp: BigInt(timestamp), seenAt: performance.now(), header }
}

/** The head, if it is recent enough. */
const lately = (head: NewestBlock | undefined): NewestBlock | undefined =>
  head && performance.now() - head.seenAt < HEAD_KEPT_MS ? head : undefined

const isSlow = ({ waiting }: Entry): boolean => {
  const [first] = waiting // in order of insertion
  return first !== undefined && performance.now() - first > SLOW_MS
}

const entryOf = (endpoint: ChainEndpoint): Entry => ({
  endpoint,
  last: undefined,
  top: undefined,
  isDistrusted: false,
  found: undefined,
  waiting: new Set(),
})

const note = (entry: Entry, trouble: Trouble): void => {
  entry.found = { trouble, until: performance.now() + LEFT_OUT_MS }
}

/** Judgements about several endpoints, by their recently reported blocks. */
const judgements = (entries: readonly Entry[]) => {
  const believed = (): readonly NewestBlock[] => {
    const heads = entries.flatMap(({ isDistrusted, top }) => (isDistrusted ? [] : (lately(top) ?? [])))
    return heads.length < 2 ? heads : believedHeads(heads, BigInt(Math.floor(Date.now() / 1_000)))
  }
  const troubleOf = (entry: Entry): Trouble | undefined => {
    if (entry.isDistrusted && entries.length > 1) return 'distrusted'
    if (entry.endpoint.isSilent()) return 'silent'
    return entry.found && performance.now() < entry.found.until ? entry.found.trouble : undefined
  }
  return {
    best: () => highest(believed()),
    faultOf: ({ last, top }: Entry): 'behind' | 'impossible' | undefined => {
      const head = lately(last)
      if (!head) return undefined
      const heads = believed()
      if (heads.length > 0 && !heads.some((one) => one === top)) return 'impossible'
      const newest = highest(heads)
      return newest && isBehind(head, newest) ? 'behind' : undefined
    },
    troubleOf,
    /**
     * An endpoint that failed recently is skipped if it hangs, or if another one has not failed; a single one
     * is never skipped.
     */
    isSkipped: (entry: Entry): boolean => {
      if (entries.length === 1) return false
      if (entry.isDistrusted) return true
      const { endpoint } = entry
      return (
        endpoint.rests() &&
        (endpoint.hangs() || entries.some((other) => !other.isDistrusted && !other.endpoint.rests()))
      )
    },
    rankFor: (entry: Entry, number: bigint | undefined): number => {
      if (isSlow(entry)) return 3
      if (troubleOf(entry) !== undefined) return 2
      const { last } = entry
      return number !== undefined && last !== undefined && last.number >= number ? 0 : 1
    },
  }
}

/** Asks an endpoint for its newest block, and stores it in its entry. */
const askEntry = async (entry: Entry): Promise<NewestBlock> => {
  const { endpoint } = entry
  const begun = performance.now()
  entry.waiting.add(begun)
  try {
    const head = parseHeader(await endpoint.request(NEWEST))
    if (!head) throw new NoNewestBlockError(`${endpoint.name} has no newest block`)
    if (!isTrueHeader(head.header))
      throw new UntrueHeaderError(`the newest block of ${endpoint.name} does not give its own hash`)
    entry.last = head
    const top = lately(entry.top)
    entry.top = top && top.number > head.number ? top : head
    return head
  } catch (error) {
    note(entry, error instanceof UntrueHeaderError ? 'impossible' : 'silent')
    throw error
  } finally {
    entry.waiting.delete(begun)
  }
}

export const createHeadBook = (endpoints: readonly ChainEndpoint[], logger: Logger): HeadBook => {
  const entries = endpoints.map(entryOf)
  const { best, faultOf, troubleOf, isSkipped, rankFor } = judgements(entries)
  const entryFor = (endpoint: ChainEndpoint): Entry => {
    const entry = entries.find((one) => one.endpoint === endpoint)
    if (!entry) throw new TypeError(`${endpoint.name} is none of these endpoints`)
    return entry
  }
  const known = new Map<string, Trouble | undefined>()

  /** Judges all again with each new block: one that answered first may be behind one that answers now. */
  const judge = (): void => {
    if (entries.length < 2) return
    for (const entry of entries) {
      const trouble = faultOf(entry)
      if (trouble) note(entry, trouble)
    }
    for (const entry of entries) {
      const { name } = entry.endpoint
      const trouble = troubleOf(entry)
      if (trouble === known.get(name)) continue
      known.set(name, trouble)
      if (trouble) logger.warn({ endpoint: name, trouble }, 'an RPC endpoint is left out of calls')
      else logger.info({ endpoint: name }, 'an RPC endpoint is used for calls again')
    }
  }

  return {
    size: entries.length,
    order: (number) =>
      entries.length === 1
        ? endpoints
        : entries
            .filter((entry) => !isSkipped(entry))
            .map((entry) => ({ endpoint: entry.endpoint, rank: rankFor(entry, number) }))
            .sort((one, other) => one.rank - other.rank)
            .map(({ endpoint }) => endpoint),
    askNewest: async (endpoint) => askEntry(entryFor(endpoint)).finally(judge),
    best,
    isNew: (endpoint) => faultOf(entryFor(endpoint)) === undefined,
    blame: (endpoint) => {
      note(entryFor(endpoint), 'impossible')
      judge()
    },
    distrust: (fingerprints) => {
      for (const entry of entries) entry.isDistrusted = fingerprints.has(entry.endpoint.fingerprint)
    },
    troubles: () => entries.map((entry) => [entry.endpoint.name, troubleOf(entry)]),
    lags: () =>
      entries.flatMap((entry) => {
        const [head, newest] = [lately(entry.last), best()]
        if (!(head && newest)) return []
        return [[entry.endpoint.name, newest.number > head.number ? newest.number - head.number : 0n]]
      }),
  }
}
