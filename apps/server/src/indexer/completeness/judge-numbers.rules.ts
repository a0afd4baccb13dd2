/** Judges what several endpoints say of the chain's numbers at one block. */
import type { Said } from './count-events.ts'

export const isSameSaid = (one: Said, other: Said): boolean =>
  one.size === other.size && [...one].every(([name, value]) => other.get(name) === value)

/**
 * Numbers that more than half of them say; else what alone agrees with the logs (`agrees`); undefined:
 * neither.
 *
 * The second is safe although it believes one endpoint against another: numbers are cumulative. If both left
 * out the same log and the one that agrees hides it in its numbers too, it has to go on doing so in every
 * later range: the next answer of any other endpoint shows the gap.
 */
export const judgeNumbers = (all: readonly Said[], agrees: (said: Said) => boolean): Said | undefined => {
  const isOfMost = (said: Said): boolean =>
    all.filter((other) => isSameSaid(said, other)).length * 2 > all.length
  const [first, ...others] = all.filter(agrees)
  return all.find(isOfMost) ?? (others.length === 0 ? first : undefined)
}
