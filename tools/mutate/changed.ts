/** Order of the short `npm run mutate`: faults of changed lines first. */
import type { Mutant } from './mutants.ts'

/** First and last line, both included. */
export type Lines = readonly [first: number, last: number]

const FILE = /^\+\+\+ b\/(.+)$/
const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/

/**
 * Changed lines of each file in the output of `git diff --unified=0`. For removed lines the lines before
 * and after count as changed.
 */
export const changedLines = (diff: string): ReadonlyMap<string, readonly Lines[]> => {
  const changes = new Map<string, Lines[]>()
  let lines: Lines[] = []
  for (const text of diff.split('\n')) {
    const [, file] = FILE.exec(text) ?? []
    if (file !== undefined) {
      lines = []
      changes.set(file, lines)
    }
    const [, first, count = '1'] = HUNK.exec(text) ?? []
    if (first === undefined) continue
    const from = Number(first)
    lines.push(count === '0' ? [from, from + 1] : [from, from + Number(count) - 1])
  }
  return changes
}

/** 0: on a changed line; 1: elsewhere in a function with such a fault; 2: the rest. */
const rankOf = (changes: ReadonlyMap<string, readonly Lines[]>, mutants: readonly Mutant[]) => {
  const isChanged = ({ file, line }: Mutant): boolean =>
    (changes.get(file) ?? []).some(([first, last]) => line >= first && line <= last)
  const scopes = new Set(mutants.filter(isChanged).map(({ scope }) => scope))
  return (mutant: Mutant): number => (isChanged(mutant) ? 0 : scopes.has(mutant.scope) ? 1 : 2)
}

/**
 * Sorts first the mutants that a change most likely affects. The rest alternates between all functions, so
 * that a time limit leaves no function out completely.
 */
export const changedFirst = (
  mutants: readonly Mutant[],
  changes: ReadonlyMap<string, readonly Lines[]>,
): readonly Mutant[] => {
  const rank = rankOf(changes, mutants)
  const turns = new Map<string, number>()
  return mutants
    .map((mutant) => {
      const key = `${rank(mutant)} ${mutant.file} ${mutant.scope}`
      const turn = turns.get(key) ?? 0
      turns.set(key, turn + 1)
      return { mutant, rank: rank(mutant), turn }
    })
    .toSorted((a, b) => a.rank - b.rank || a.turn - b.turn)
    .map(({ mutant }) => mutant)
}
