import { problemsIn } from './config-values.ts'

/** Shorter names are similar to too many others. */
const LENGTH_MIN = 6
/** Maximum number of letters that are added, missing, changed or swapped with their neighbour. */
const EDITS_MAX = 2

/**
 * The minimum number of edits of one letter, and swaps of two neighbours, from `a` to `b` (optimal string
 * alignment).
 */
const editsBetween = (a: string, b: string): number => {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const [before, above = []] = [rows[i - 2], rows[i - 1]]
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = a[i - 1] === b[j - 1] ? 0 : 1
      const min = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + changed)
      const isSwap = before !== undefined && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(isSwap ? Math.min(min, (before[j - 2] ?? 0) + 1) : min)
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}

/**
 * Names of `given` that are similar to one of `known` which is not given itself: an environment has variables
 * of other programs too, so only probable misspellings are reported.
 */
export const misspelled = (
  given: readonly string[],
  known: readonly string[],
): { readonly name: string; readonly meant: string }[] => {
  const missing = known.filter((name) => name.length >= LENGTH_MIN && !given.includes(name))
  return given
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = missing.find((one) => editsBetween(name, one) <= EDITS_MAX)
      return meant === undefined ? [] : [{ name, meant }]
    })
}

/**
 * Throws ConfigError with each variable that is similar to one of `names`, and the name that may be meant.
 */
export const requireKnownNames = (given: NodeJS.ProcessEnv, names: readonly string[]): void => {
  const wrong = misspelled(Object.keys(given), names)
  if (wrong.length === 0) return
  throw problemsIn(
    'the environment',
    wrong.map(({ name, meant }) => `${name}: no such setting; ${meant}?`),
  )
}
