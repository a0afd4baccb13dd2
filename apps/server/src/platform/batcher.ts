/**
 * Work that many callers want at once, done together: what comes in one turn of the event loop, and what comes while a run
 * is under way, goes into the next one. Who finds nobody under way waits for the end of the turn and no longer; under load
 * a run serves all who came meanwhile.
 */
import { setTimeout as delay, setImmediate as endOfTurn } from 'node:timers/promises'
import { currentLeadership, type Leadership, underLeadership } from './database/leadership.ts'

/** What became of one item: the caller's promise settles so. */
export type Settled<Out> = PromiseSettledResult<Out>

export const fulfilled = <Out>(value: Out): Settled<Out> => ({ status: 'fulfilled', value })
export const rejected = (reason: unknown): PromiseRejectedResult => ({ status: 'rejected', reason })

interface Waiting<In, Out> {
  readonly item: In
  readonly leadership: Leadership | undefined
  readonly settle: (outcome: Settled<Out>) => void
}

const MAX_DEFAULT = 200

/** How many from the first on are asked under the same leadership: what a leader writes carries its fencing number. */
const alike = (waiting: readonly Pick<Waiting<never, never>, 'leadership'>[]): number => {
  const other = waiting.findIndex(({ leadership }) => leadership !== waiting[0]?.leadership)
  return other === -1 ? waiting.length : other
}

/** Runs `work`, and gives every item of it the same failure when it throws or answers too little. */
const runAll = async <In, Out>(
  work: (items: readonly In[]) => Promise<readonly Settled<Out>[]>,
  batch: readonly Waiting<In, Out>[],
): Promise<void> => {
  const outcomes = await work(batch.map(({ item }) => item)).catch((reason: unknown) =>
    batch.map(() => rejected(reason)),
  )
  batch.forEach(({ settle }, index) => {
    settle(outcomes[index] ?? rejected(new TypeError('a batch answered fewer items than it was given')))
  })
}

/**
 * `run` gets 1 … `max` items in the order they came, and answers each at its place; a throw of its own concerns all of
 * them. One run at a time. After a run of several the next one waits `lingerMs` for more to come, unless it is full; who
 * finds nobody under way never does.
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
  const waiting: Waiting<In, Out>[] = []
  let running = false

  const drain = async (): Promise<void> => {
    running = true
    let several = false
    while (waiting.length > 0) {
      await endOfTurn()
      if (several && lingerMs > 0 && waiting.length < max) await delay(lingerMs)
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
      if (!running) void drain() // never rejects: runAll gives every failure to its callers
    })
}

/** A question without parameters that many ask at once: whoever asks gets an answer that was asked for after they came. */
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
