/** Measurement on a shared machine: all sides by turns, and the median of several rounds. */

/** One round: two sides measured within the same few seconds. */
export interface Round {
  readonly subject: number
  readonly reference: number
}

/**
 * Measures every side in each round; the order is reversed from round to round, so that a change of the
 * machine's speed favours none.
 */
export const takeTurns = async <Side extends string>(input: {
  readonly rounds: number
  readonly sides: Readonly<Record<Side, () => Promise<number>>>
  readonly onRound?: (round: Readonly<Record<Side, number>>) => void
}): Promise<Record<Side, number>[]> => {
  const rounds: Record<Side, number>[] = []
  const names = Object.keys(input.sides) as Side[]
  for (let index = 0; index < input.rounds; index++) {
    const round = Object.fromEntries(names.map((name) => [name, 0])) as Record<Side, number>
    for (const side of index % 2 === 0 ? names : names.toReversed()) round[side] = await input.sides[side]()
    input.onRound?.(round)
    rounds.push(round)
  }
  return rounds
}

/** Median element by `by`; the lower one for an even number. @throws RangeError for none. */
export const middleBy = <T>(items: readonly T[], by: (item: T) => number): T => {
  const sorted = [...items].sort((a, b) => by(a) - by(b))
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  if (middle === undefined) throw new RangeError('nothing was measured')
  return middle
}

/** Round with the median ratio: its own two figures, not medians of figures minutes apart. */
export const medianRound = (rounds: readonly Round[]): Round =>
  middleBy(rounds, ({ subject, reference }) => subject / reference)

/** Milliseconds that `work` takes: the median of several runs. */
export const medianTime = async (runs: number, work: () => unknown): Promise<number> => {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return middleBy(times, Number)
}

/** Value that `share` of all do not exceed: `percentile(waits, 0.99)`. NaN for none. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
