/**
 * Running time of the process, by which the caps count: it excludes pauses, so that a wrong clock at a start
 * cannot make a signed amount a day older (ADR 0050). Pure; all times in milliseconds.
 */

/** A period in which the process was stopped. */
export interface Pause {
  readonly from: number
  readonly to: number
}

/** Sorted, with overlapping ones merged. */
const merged = (pauses: readonly Pause[]): Pause[] => {
  const result: { from: number; to: number }[] = []
  for (const { from, to } of pauses.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else if (to > from) result.push({ from, to })
  }
  return result
}

/** Total of the pauses between `at` and `now`. */
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
