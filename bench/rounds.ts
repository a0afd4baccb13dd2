/** Measuring on a machine that does other things too: subject and reference by turns, and the middle of several rounds. */

/** One round: both measured within the same few seconds. */
export interface Round {
  readonly subject: number
  readonly reference: number
}

/**
 * Each round measures both, one after the other; who goes first changes from round to round, so that a machine that
 * becomes slower or faster favours neither.
 */
export const alternate = async (input: {
  readonly rounds: number
  readonly subject: () => Promise<number>
  readonly reference: () => Promise<number>
  readonly onRound?: (round: Round) => void
}): Promise<Round[]> => {
  const rounds: Round[] = []
  for (let index = 0; index < input.rounds; index++) {
    const round = { subject: 0, reference: 0 }
    const order = index % 2 === 0 ? (['subject', 'reference'] as const) : (['reference', 'subject'] as const)
    for (const side of order) round[side] = await input[side]()
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
