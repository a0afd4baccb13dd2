/** Report at the end of a run. */
import { descriptionOf, idOf, type Mutant } from './mutants.ts'
import { type Results, readEquivalents } from './results.ts'

const KILLED_MIN = 0.95
const log = (line: string): void => void process.stdout.write(`${line}\n`)

interface ReportDeps {
  readonly results: Results
  readonly isQuick: boolean
  /**
   * All faults of the sources were tried, so an entry of `equivalent.json` without a survivor is out of
   * date.
   */
  readonly isWhole: boolean
}

interface Tally {
  killed: number
  equivalent: number
  sameCode: number
  invalid: number
  readonly survivors: Mutant[]
}
const emptyTally = (): Tally => ({ killed: 0, equivalent: 0, sameCode: 0, invalid: 0, survivors: [] })

/** Counts by source, prints, and returns whether the run passed. */
export const report = (
  mutants: readonly Mutant[],
  files: readonly string[],
  { results, isQuick, isWhole }: ReportDeps,
): boolean => {
  const equivalents = readEquivalents()
  const tallies = new Map(files.map((file) => [file, emptyTally()]))
  const outdated = [...equivalents].filter(([, { file }]) => files.includes(file)).map(([id]) => id)
  const stillThere = new Set<string>()
  for (const mutant of mutants) {
    const tally = tallies.get(mutant.file) ?? emptyTally()
    const result = results.get(mutant)
    if (result?.status === 'killed') tally.killed += 1
    else if (result?.status === 'same code') tally.sameCode += 1
    else if (result?.status === 'invalid') tally.invalid += 1
    else if (equivalents.has(idOf(mutant))) {
      tally.equivalent += 1
      stillThere.add(idOf(mutant))
    } else tally.survivors.push(mutant)
  }
  const percent = (killed: number, survived: number): string =>
    killed + survived === 0 ? '–' : `${((killed / (killed + survived)) * 100).toFixed(1)} %`
  const columns = (cells: readonly (string | number)[]): string =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(38) : String(cell).padStart(11))).join('')
  log(`\n${columns(['source', 'killed', 'survived', 'equivalent', 'same code', 'invalid', 'killed %'])}`)
  for (const [file, { killed, survivors, equivalent, sameCode, invalid }] of tallies)
    log(
      columns([
        file,
        killed,
        survivors.length,
        equivalent,
        sameCode,
        invalid,
        percent(killed, survivors.length),
      ]),
    )
  const killed = [...tallies.values()].reduce((sum, tally) => sum + tally.killed, 0)
  const survivors = [...tallies.values()].flatMap((tally) => tally.survivors)
  log(`\n${killed} of ${killed + survivors.length} faults noticed: ${percent(killed, survivors.length)}`)
  const heading = isQuick ? 'Noticed by none of the tests that were run' : 'Noticed by no test'
  if (survivors.length > 0)
    log(`\n${heading}:\n${survivors.map((one) => `  ${descriptionOf(one)}`).join('\n')}`)
  const gone = isWhole ? outdated.filter((id) => !stillThere.has(id)) : []
  if (gone.length > 0)
    log(
      `\nNo longer survivors, to be taken out of equivalent.json:\n${gone.map((id) => JSON.stringify(equivalents.get(id))).join('\n')}`,
    )
  return survivors.length === 0 && gone.length === 0 && killed >= KILLED_MIN * (killed + survivors.length)
}
