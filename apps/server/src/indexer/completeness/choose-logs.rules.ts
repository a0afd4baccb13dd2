/** The logs that count, once each has been judged and the chain's numbers are known. */
import type { RawLog } from '../raw-log.ts'
import { type Counts, differing, type EventCounter, type Said } from './count-events.ts'
import type { LogVerdict, LogVotes } from './log-votes.rules.ts'

/** `numbers-differ`: the logs are decided, but a number disagrees. `open`: they are undecided. */
export type Choice =
  | { readonly outcome: 'chosen'; readonly present: readonly LogVotes[] }
  | { readonly outcome: 'numbers-differ'; readonly present: readonly LogVotes[] }
  | { readonly outcome: 'open' }

/**
 * The present logs, if none is open and the numbers agree. Otherwise the set with which the numbers agree:
 * with all open logs, or also with those that were only outvoted. A log that moves no number cannot be
 * decided this way. Numbers with `decidesOnly` are used first, and if logs differ. `said`: the numbers of all
 * endpoints; undefined: not known.
 */
export const chooseLogs = (
  { present, open, outvoted }: Pick<LogVerdict, 'present' | 'open' | 'outvoted'>,
  { counter, before, said }: { counter: EventCounter; before: Counts; said: Said | undefined },
): Choice => {
  if (open.length === 0 && said === undefined) return { outcome: 'chosen', present }
  const none: ReadonlySet<string> = new Set()
  const isDisputed = open.length + outvoted.length > 0
  for (const unheard of isDisputed ? [none, counter.decidesOnly] : [counter.decidesOnly]) {
    const agrees = (votes: readonly LogVotes[]): boolean => {
      const counts = counter.count(votes.map(({ log }) => log))
      return said !== undefined && differing(said, { before, counts, decidesOnly: unheard }).length === 0
    }
    const isCounted = (log: RawLog): boolean =>
      counter
        .movesOf(log)
        .some(({ name }) => !unheard.has(name) && before.has(name) && typeof said?.get(name) === 'bigint')
    if (!open.every(({ log }) => isCounted(log))) continue
    const withOpen = [...present, ...open]
    const withCounted = [...withOpen, ...outvoted.filter(({ log }) => isCounted(log))]
    const chosen = [present, withOpen, withCounted].find(agrees)
    if (chosen) return { outcome: 'chosen', present: chosen }
  }
  return open.length === 0 ? { outcome: 'numbers-differ', present } : { outcome: 'open' }
}
