/**
 * The newest block that any healthy endpoint knows. The preferred endpoint is asked each time; all of
 * them are, about once a block and only while there is traffic, so that what one of them does not know
 * yet is noticed.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createSharedAsker } from '../../batcher.ts'
import type { ChainEndpoint } from './chain-endpoint.ts'
import { EndpointsRestError, type HeadBook, type NewestBlock } from './head-book.ts'

/** Milliseconds, about the time of a block: all endpoints are asked so often at most. */
const ROUND_MS = 450
/** What all endpoints said so long ago is too old to go by. */
const ROUND_KEPT_MS = 1_000
/** How long the others are waited for once one has answered. */
const OTHERS_WAIT_MS = 300
/** Of a single endpoint whose answers are behind what it has shown itself. */
const NODES_TRIED = 8

export interface NewestBlockReader {
  /** Never a block older than the asking, as far as any endpoint knows. Throws what the endpoints throw. */
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
  const newestKnown = (): NewestBlock => {
    const best = book.best()
    if (!best) throw new EndpointsRestError('no RPC endpoint that is trusted has shown a block')
    return best
  }
  /** A single endpoint is asked again when it is behind itself: behind its URL may be several nodes. */
  const candidates = (): readonly ChainEndpoint[] => {
    const order = book.order()
    return book.size > 1 ? order : Array.from({ length: NODES_TRIED }, () => order).flat()
  }
  /** The preferred endpoint's, unless it is behind what any has shown. */
  const askPreferred = async (): Promise<NewestBlock> => {
    let failure: unknown = new EndpointsRestError('no RPC endpoint answers')
    let hasAnswer = false
    for (const endpoint of candidates()) {
      try {
        await book.hear(endpoint)
        hasAnswer = true
        if (book.isNew(endpoint)) break
      } catch (error) {
        failure = error
        if (book.size === 1) break
      }
    }
    if (!hasAnswer) throw failure
    return newestKnown()
  }
  const ask = async (): Promise<NewestBlock> => {
    const age = performance.now() - roundAt
    if (book.size > 1 && age >= ROUND_MS) {
      const { enough } = begin()
      if (age >= ROUND_KEPT_MS) {
        await enough
        return newestKnown()
      }
    }
    return askPreferred()
  }
  return {
    newest: createSharedAsker(ask),
    look: async () => {
      if (!round || performance.now() - roundAt >= ROUND_MS) begin()
      await round?.enough.catch(() => undefined) // none has answered: the book has it
    },
  }
}
