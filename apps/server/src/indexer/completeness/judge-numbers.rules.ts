/** Judges several endpoints' numbers of the chain at one block. */
import type { Said } from './count-events.ts'

export const isSameSaid = (one: Said, other: Said): boolean =>
  one.size === other.size && [...one].every(([name, value]) => other.get(name) === value)

/**
 * The numbers of more than half of the endpoints; otherwise the only ones that agree with the logs
 * (`agrees`); undefined if there are neither. The second is safe although it trusts one endpoint against
 * another: numbers are cumulative. If both omitted the same log and the one that agrees hides it in its
 * numbers too, it would have to continue in every later range: the next answer of any other endpoint shows
 * the gap.
 */
export const judgeNumbers = (all: readonly Said[], agrees: (said: Said) => boolean): Said | undefined => {
  const isOfMost = (said: Said): boolean =>
    all.filter((other) => isSameSaid(said, other)).length * 2 > all.length
  const [first, ...others] = all.filter(agrees)
  return all.find(isOfMost) ?? (others.length === 0 ? first : undefined)
}
