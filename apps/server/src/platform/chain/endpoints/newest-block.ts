/**
 * The newest block that any healthy endpoint knows. The preferred endpoint is asked each time; all of
 * them are, about once a block and only while there is traffic, so that what one of them does not know
 * yet is noticed.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createSharedAsker } from '../../batcher.ts'
import { EndpointsRestError, type HeadBook, type NewestBlock } from './head-book.ts'
import { isOld } from './heads.rules.ts'

/** Milliseconds, about the time of a block: all endpoints are asked so often at most. */
const ROUND_MS = 450
/** Age at which what all endpoints said is too old to go by. */
const ROUND_KEPT_MS = 1_000
/** How long the others are waited for once one has answered. */
const OTHERS_WAIT_MS = 300
/**
 * Before each try of a single endpoint, milliseconds. Behind its URL may be several nodes; without a wait one
 * that takes turns with requests of other processes would give each try the same node.
 */
const NODE_WAITS_MS = [0, 0, 10, 20, 40, 60, 80, 100] as const
/** Number of tries after which an old block is asked for again. */
const NODES_DOUBTED = 3

export interface NewestBlockReader {
  /**
   * Never a block older than the asking, as far as any endpoint knows. Throws what the endpoints throw, and
   * `EndpointsRestError` when all that answer are behind what was shown lately.
   */
  newest(): Promise<NewestBlock>
  /**
   * Asks all of them, if none has been asked for a while; resolves when they have answered, or soon
   * after.
   */
  look(): Promise<void>
}

interface Round {
  /** Resolves when all have answered, or some time after the first; rejects when none has. */
  readonly enough: Promise<unknown>
}

const startRound = (book: HeadBook, heed: () => Promise<void>): Round => {
  const answers = book.order().map((endpoint) => book.hear(endpoint))
  const first = Promise.any(answers).catch(({ errors }: AggregateError) => {
    throw errors[0] ?? new EndpointsRestError('no RPC endpoint answers')
  })
  const all = Promise.allSettled([...answers, heed()])
  const late = first.then(() => delay(OTHERS_WAIT_MS, undefined, { ref: false }))
  const enough = first.then(() => Promise.race([all, late]))
  for (const promise of [late, enough]) promise.catch(() => undefined) // thrown where the round is waited for
  return { enough }
}

const newestKnown = (book: HeadBook): NewestBlock => {
  const best = book.best()
  if (!best) throw new EndpointsRestError('no RPC endpoint that is trusted has shown a block')
  return best
}

/**
 * The preferred endpoint's, or the next one's where it is behind what any has shown. What was shown before is
 * no answer: it may be seconds old.
 */
const askInOrder = async (book: HeadBook): Promise<NewestBlock> => {
  let failure: unknown = new EndpointsRestError('no RPC endpoint answers')
  for (const endpoint of book.order()) {
    try {
      await book.hear(endpoint)
      if (book.isNew(endpoint)) return newestKnown(book)
      failure = new EndpointsRestError(`${endpoint.name} is behind what endpoints have shown`)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/**
 * A single endpoint's: asked again while it is behind what it has shown, and a few times when it has shown
 * nothing lately and its block is older than the wall's clock says.
 */
const askAlone = async (book: HeadBook): Promise<NewestBlock> => {
  const before = book.best()
  const isFollowed = before !== undefined && performance.now() - before.seenAt < ROUND_KEPT_MS
  let isNew = false
  for (const [tries, wait] of NODE_WAITS_MS.entries()) {
    if (wait > 0) await delay(wait)
    const [endpoint] = book.order()
    if (!endpoint) break
    const head = await book.hear(endpoint)
    isNew ||= book.isNew(endpoint)
    const isDoubted =
      !isFollowed && tries < NODES_DOUBTED && isOld(head, BigInt(Math.floor(Date.now() / 1_000)))
    if (isNew && !isDoubted) return newestKnown(book)
  }
  throw new EndpointsRestError('the only RPC endpoint shows no block as new as it has shown before')
}

export const createNewestBlockReader = (
  book: HeadBook,
  {
    readDistrusted,
    logger,
  }: { readonly readDistrusted: () => Promise<ReadonlySet<string>>; readonly logger: Logger },
): NewestBlockReader => {
  let roundAt = Number.NEGATIVE_INFINITY
  let round: Round | undefined
  const readVerdict = async (): Promise<void> => {
    try {
      book.distrust(await readDistrusted())
    } catch (error) {
      logger.warn({ err: error }, "the indexer's verdict on the RPC endpoints could not be read")
    }
  }
  /** One read at a time: a database that hangs must not be asked again with each round. */
  let reading: Promise<void> | undefined
  const heed = (): Promise<void> => {
    reading ??= readVerdict().finally(() => {
      reading = undefined
    })
    return reading
  }
  const begin = (): Round => {
    roundAt = performance.now()
    round = startRound(book, heed)
    return round
  }
  const ask = async (): Promise<NewestBlock> => {
    const age = performance.now() - roundAt
    if (book.size > 1 && age >= ROUND_MS) {
      const { enough } = begin()
      if (age >= ROUND_KEPT_MS) {
        await enough
        return newestKnown(book)
      }
    }
    return book.size > 1 ? askInOrder(book) : askAlone(book)
  }
  return {
    newest: createSharedAsker(ask),
    look: async () => {
      if (!round || performance.now() - roundAt >= ROUND_MS) begin()
      await round?.enough.catch(() => undefined) // none has answered: the book has it
    },
  }
}
