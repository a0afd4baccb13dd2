/** Holds what one endpoint reads from a contract against what another one reads at the same block. */
import { RetryableError } from '../../errors.ts'
import type { ChainEndpoint } from './chain-endpoint.ts'

/** As many endpoints read one thing from a contract as read another. */
class AnswersDifferError extends RetryableError {}

export interface GivenAnswer {
  readonly endpoint: ChainEndpoint
  readonly answer: unknown
}

/**
 * The answer that more than half of those asked give, at least two. One that gives none (`ask`: undefined)
 * has no say: where no other answers, the first one is believed. `blame` is told of those with another.
 */
export const confirmAnswer = async (
  first: GivenAnswer,
  others: readonly ChainEndpoint[],
  {
    ask,
    blame,
  }: {
    readonly ask: (endpoint: ChainEndpoint) => Promise<unknown>
    readonly blame: (endpoint: ChainEndpoint) => void
  },
): Promise<unknown> => {
  const given = [first]
  for (const endpoint of others) {
    const answer = await ask(endpoint)
    if (answer === undefined) continue
    given.push({ endpoint, answer })
    const [right, ...same] = given.filter((one) => one.answer === answer)
    if (!right || (same.length + 1) * 2 <= given.length) continue
    for (const one of given) if (one.answer !== answer) blame(one.endpoint)
    return answer
  }
  if (given.length === 1) return first.answer
  const names = given.map((one) => one.endpoint.name).join(' and ')
  throw new AnswersDifferError(`${names} read different things from a contract at one block`)
}
