/**
 * Faults of `npm run mutate`: each is a small change of a source, found in the compiler's syntax tree. Its
 * identity is the change and its place (file, function, statement before and after), not its line.
 */
import { createHash } from 'node:crypto'
import { type Draft, findFaults } from './find-faults.ts'

/** A fault in one source. */
export interface Mutant extends Draft {
  /** Relative to the Foundry project: `src/Vouchers.sol`. */
  readonly file: string
  /** 1 for the first fault of these texts in the scope, 2 for the second. */
  readonly nth: number
}

/** All faults of one source. `tree` is its syntax tree after analysis, with types. */
export const mutantsOf = (file: string, text: string, tree: unknown): readonly Mutant[] =>
  numbered(file, findFaults(text, tree))

const keyOf = ({ scope, operator, from, to }: Draft): string => JSON.stringify([scope, operator, from, to])

const numbered = (file: string, drafts: readonly Draft[]): readonly Mutant[] => {
  const seen = new Map<string, number>()
  return drafts.map((draft) => {
    const nth = (seen.get(keyOf(draft)) ?? 0) + 1
    seen.set(keyOf(draft), nth)
    return { file, nth, ...draft }
  })
}

/** Identity of a fault across runs. */
export type MutantKey = Pick<Mutant, 'file' | 'scope' | 'operator' | 'from' | 'to' | 'nth'>

export const idOf = ({ file, scope, operator, from, to, nth }: MutantKey): string =>
  createHash('sha256')
    .update(JSON.stringify([file, scope, operator, from, to, nth]))
    .digest('hex')
    .slice(0, 16)

/** Source with the fault. */
export const withFault = (text: string, { start, end, replacement }: Mutant): string => {
  const bytes = Buffer.from(text).toString('latin1')
  return Buffer.from(bytes.slice(0, start) + replacement + bytes.slice(end), 'latin1').toString()
}

/** Text `file:line scope: before [-removed-]{+added+} after`, with some words around the change. */
export const descriptionOf = ({ file, line, scope, from, to }: Mutant): string => {
  let head = 0
  while (head < Math.min(from.length, to.length) && from[head] === to[head]) head += 1
  let tail = 0
  while (tail < Math.min(from.length, to.length) - head && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1
  const before = from.slice(Math.max(0, head - 60), head)
  const after = from.slice(from.length - tail).slice(0, 60)
  const removed = from.slice(head, from.length - tail)
  const added = to.slice(head, to.length - tail)
  return `${file}:${line} ${scope}: ${before}[-${removed}-]{+${added}+}${after}`
}
