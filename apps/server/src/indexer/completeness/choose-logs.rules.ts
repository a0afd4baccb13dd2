/** Which logs count, once each has been judged and the chain's numbers are known. */
import type { RawLog } from '../raw-log.ts'
import { type Counts, differing, type EventCounter, type Said } from './count-events.ts'
import type { LogVerdict, LogVotes } from './log-votes.rules.ts'

/** `numbers-differ`: the logs are settled, and a number says otherwise. `open`: they are not. */
export type Choice =
  | { readonly outcome: 'chosen'; readonly present: readonly LogVotes[] }
  | { readonly outcome: 'numbers-differ'; readonly present: readonly LogVotes[] }
  | { readonly outcome: 'open' }

/**
 * The logs that are present, if none is open and the numbers agree. Else those with which the numbers agree:
 * with all that are open, or with those that were only outvoted as well. A log that moves no number cannot be
 * decided this way. `said`: what all endpoints say; undefined: not known.
 */
export const chooseLogs = (
  { present, open, outvoted }: Pick<LogVerdict, 'present' | 'open' | 'outvoted'>,
  { counter, before, said }: { counter: EventCounter; before: Counts; said: Said | undefined },
): Choice => {
  const agrees = (votes: readonly LogVotes[]): boolean =>
    said !== undefined &&
    differing(said, { ...counter, before, counts: counter.count(votes.map(({ log }) => log)) }).length === 0
  const isCounted = (log: RawLog): boolean =>
    counter.movesOf(log).some(({ name }) => before.has(name) && typeof said?.get(name) === 'bigint')
  if (open.length === 0 && (said === undefined || agrees(present))) return { outcome: 'chosen', present }
  if (open.every(({ log }) => isCounted(log))) {
    if (agrees(present)) return { outcome: 'chosen', present }
    const withOpen = [...present, ...open]
    if (agrees(withOpen)) return { outcome: 'chosen', present: withOpen }
    const withCounted = [...withOpen, ...outvoted.filter(({ log }) => isCounted(log))]
    if (agrees(withCounted)) return { outcome: 'chosen', present: withCounted }
  }
  return open.length === 0 ? { outcome: 'numbers-differ', present } : { outcome: 'open' }
}
