/**
 * Batches the work of many callers: items of one turn of the event loop, and items added while a run is in
 * progress, form the next run. Without a run in progress an item waits at most for the end of the turn, and
 * not even that after a run of one: then others are not expected, and a turn may be long. Under load a run
 * serves all items that were added meanwhile.
 */
import { setTimeout as delay, setImmediate as endOfTurn } from 'node:timers/promises'
import { currentLeadership, type Leadership, underLeadership } from './database/leadership.ts'

/** The outcome of one item: its caller's promise settles with it. */
export type Settled<Out> = PromiseSettledResult<Out>

export const fulfilled = <Out>(value: Out): Settled<Out> => ({ status: 'fulfilled', value })
export const rejected = (reason: unknown): PromiseRejectedResult => ({ status: 'rejected', reason })

interface QueuedItem<In, Out> {
  readonly item: In
  readonly leadership: Leadership | undefined
  readonly settle: (outcome: Settled<Out>) => void
}

const MAX_DEFAULT = 200

/** Number of items, from the first, with the same leadership: a leader's writes carry its fencing number. */
const alike = (waiting: readonly Pick<QueuedItem<never, never>, 'leadership'>[]): number => {
  const other = waiting.findIndex(({ leadership }) => leadership !== waiting[0]?.leadership)
  return other === -1 ? waiting.length : other
}

/** Runs `work`, and rejects all items with the same error if it throws or returns too few outcomes. */
const runAll = async <In, Out>(
  work: (items: readonly In[]) => Promise<readonly Settled<Out>[]>,
  batch: readonly QueuedItem<In, Out>[],
): Promise<void> => {
  const outcomes = await work(batch.map(({ item }) => item)).catch((reason: unknown) =>
    batch.map(() => rejected(reason)),
  )
  batch.forEach(({ settle }, index) => {
    settle(outcomes[index] ?? rejected(new TypeError('a batch answered fewer items than it was given')))
  })
}

/**
 * `run` gets 1 … `max` items in order, and returns an outcome for each in that order; if it throws, all of
 * them are rejected. One run at a time. After a run of several items the next one waits `lingerMs` for more,
 * unless it is full; an item that finds no run in progress never waits.
 */
export const createBatcher = <In, Out>({
  run,
  max = MAX_DEFAULT,
  lingerMs = 0,
}: {
  readonly run: (items: readonly In[]) => Promise<readonly Settled<Out>[]>
  readonly max?: number
  readonly lingerMs?: number
}): ((item: In) => Promise<Out>) => {
  const waiting: QueuedItem<In, Out>[] = []
  let running = false
  /** Whether the last run had several items. */
  let several = false

  const drain = async (): Promise<void> => {
    running = true
    for (let first = true; waiting.length > 0; first = false) {
      if (first && !several)
        await undefined // includes items of the same microtask
      else await endOfTurn()
      if (!first && several && lingerMs > 0 && waiting.length < max) await delay(lingerMs)
      several = waiting.length > 1
      const batch = waiting.splice(0, Math.min(max, alike(waiting)))
      await underLeadership(batch[0]?.leadership, () => runAll(run, batch))
    }
    running = false
  }

  return (item) =>
    new Promise<Out>((resolve, reject) => {
      waiting.push({
        item,
        leadership: currentLeadership(),
        settle: (outcome) =>
          outcome.status === 'fulfilled' ? resolve(outcome.value) : reject(outcome.reason as Error),
      })
      if (!running) void drain() // never rejects: runAll passes every failure to its callers
    })
}

/**
 * Shares a request without parameters among concurrent callers: each gets an answer that was requested after
 * its call.
 */
export const createSharedAsker = <Out>(ask: () => Promise<Out>): (() => Promise<Out>) => {
  const batched = createBatcher<undefined, Out>({
    run: async (askers) => {
      const answer = await ask()
      return askers.map(() => fulfilled(answer))
    },
    max: Number.POSITIVE_INFINITY,
  })
  return () => batched(undefined)
}
