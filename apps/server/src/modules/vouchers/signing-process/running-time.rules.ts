/**
 * Time as the caps count it: it passes while the process runs, and not while it is stopped. So a clock that
 * is wrong at a start makes no signed amount a day older (ADR 0050). Pure; all times in milliseconds.
 */

/** While it was stopped. */
export interface Pause {
  readonly from: number
  readonly to: number
}

/** In their order, none overlapping another. */
const merged = (pauses: readonly Pause[]): Pause[] => {
  const result: { from: number; to: number }[] = []
  for (const { from, to } of pauses.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else if (to > from) result.push({ from, to })
  }
  return result
}

/** How much of the time from `at` to `now` it was stopped. */
export const stoppedSince = (pauses: readonly Pause[], at: number, now: number): number =>
  merged(pauses).reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, now) - Math.max(from, at)), 0)

/** The moment since which it has run for `duration`. */
export const startOfRunning = (pauses: readonly Pause[], now: number, duration: number): number => {
  let [left, end] = [duration, now]
  for (const { from, to } of merged(pauses).reverse()) {
    if (from >= end) continue
    const ran = Math.max(0, end - to)
    if (ran >= left) break
    left -= ran
    end = from
  }
  return end - left
}
