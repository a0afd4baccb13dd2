/**
 * The newest block that any healthy endpoint knows. The preferred endpoint is asked each time; all of them
 * are asked about once a block and only while there is traffic, to notice one that is behind.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createSharedAsker } from '../../batcher.ts'
import { EndpointsRestError, type HeadBook, type NewestBlock } from './head-book.ts'
import { isOld } from './heads.rules.ts'

/** Minimum milliseconds between two rounds of asking all endpoints, about the time of a block. */
const ROUND_MS = 450
/** Age at which the answers of a round are too old to use. */
const ROUND_KEPT_MS = 1_000
/** Time to wait for the others once one has answered. */
const OTHERS_WAIT_MS = 300
/**
 * Milliseconds before each attempt at a single endpoint. Behind its URL may be several nodes; without a wait
 * an endpoint that alternates them with requests of other processes would give each attempt the same node.
 */
const NODE_WAITS_MS = [0, 0, 10, 20, 40, 60, 80, 100] as const
/** Number of attempts in which an old block is requested again. */
const NODES_DOUBTED = 3

export interface NewestBlockReader {
  /**
   * The newest block, not older than the call as far as any endpoint knows. Throws the endpoints' errors, and
   * `EndpointsRestError` when all that answer are behind a recently reported block.
   */
  newest(): Promise<NewestBlock>
  /**
   * Asks all of them, if none has been asked for a while; resolves when they have answered, or soon after.
   */
  look(): Promise<void>
}

interface Round {
  /** Resolves when all have answered, or some time after the first; rejects when none has. */
  readonly enough: Promise<unknown>
}

const startRound = (book: HeadBook, readVerdicts: () => Promise<void>): Round => {
  const answers = book.order().map((endpoint) => book.askNewest(endpoint))
  const first = Promise.any(answers).catch(({ errors }: AggregateError) => {
    throw errors[0] ?? new EndpointsRestError('no RPC endpoint answers')
  })
  const all = Promise.allSettled([...answers, readVerdicts()])
  const late = first.then(() => delay(OTHERS_WAIT_MS, undefined, { ref: false }))
  const enough = first.then(() => Promise.race([all, late]))
  for (const promise of [late, enough]) promise.catch(() => undefined) // thrown where the round is awaited
  return { enough }
}

const newestKnown = (book: HeadBook): NewestBlock => {
  const best = book.best()
  if (!best) throw new EndpointsRestError('no RPC endpoint that is trusted has shown a block')
  return best
}

/**
 * The preferred endpoint's block, or the next one's if it is behind a reported one. Earlier reports are no
 * answer: they may be seconds old.
 */
const askInOrder = async (book: HeadBook): Promise<NewestBlock> => {
  let failure: unknown = new EndpointsRestError('no RPC endpoint answers')
  for (const endpoint of book.order()) {
    try {
      await book.askNewest(endpoint)
      if (book.isNew(endpoint)) return newestKnown(book)
      failure = new EndpointsRestError(`${endpoint.name} is behind what endpoints have shown`)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/**
 * A single endpoint's block: requested again while it is behind its own reports, and a few times without
 * recent reports if the block is too old by the wall clock.
 */
const askAlone = async (book: HeadBook): Promise<NewestBlock> => {
  const before = book.best()
  const isFollowed = before !== undefined && performance.now() - before.seenAt < ROUND_KEPT_MS
  let isNew = false
  for (const [tries, wait] of NODE_WAITS_MS.entries()) {
    if (wait > 0) await delay(wait)
    const [endpoint] = book.order()
    if (!endpoint) break
    const head = await book.askNewest(endpoint)
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
  /** One read at a time: a database that hangs must not be queried with each round. */
  let reading: Promise<void> | undefined
  const readVerdicts = (): Promise<void> => {
    reading ??= readVerdict().finally(() => {
      reading = undefined
    })
    return reading
  }
  const begin = (): Round => {
    roundAt = performance.now()
    round = startRound(book, readVerdicts)
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
