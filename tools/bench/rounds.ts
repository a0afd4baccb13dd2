/**
 * Measuring on a machine that does other things too: all sides by turns, and the middle of several rounds.
 */

/** One round: two sides measured within the same few seconds. */
export interface Round {
  readonly subject: number
  readonly reference: number
}

/**
 * Each round measures every side, one after the other; the order turns round from round to round, so that a
 * machine that becomes slower or faster favours none.
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

/** The element in the middle by `by`; of an even number the lower of the two. @throws RangeError for none. */
export const middleBy = <T>(items: readonly T[], by: (item: T) => number): T => {
  const sorted = [...items].sort((a, b) => by(a) - by(b))
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  if (middle === undefined) throw new RangeError('nothing was measured')
  return middle
}

/** The round whose ratio is the median: its own two figures, not the medians of figures minutes apart. */
export const medianRound = (rounds: readonly Round[]): Round =>
  middleBy(rounds, ({ subject, reference }) => subject / reference)

/** Milliseconds that `work` takes: the middle of several runs. */
export const medianTime = async (runs: number, work: () => unknown): Promise<number> => {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return middleBy(times, Number)
}

/** The value that `share` of all are at most: `percentile(waits, 0.99)`. NaN for none. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
