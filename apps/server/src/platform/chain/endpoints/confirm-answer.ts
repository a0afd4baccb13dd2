/** Compares one endpoint's reads of a contract with another one's at the same block. */
import { RetryableError } from '../../errors.ts'
import type { ChainEndpoint } from './chain-endpoint.ts'

/** As many endpoints confirm an answer as contradict it. */
class AnswersDifferError extends RetryableError {}

export interface GivenAnswer {
  readonly endpoint: ChainEndpoint
  readonly answer: unknown
}

/**
 * The answer that more than half of the asked endpoints give, at least two. One that gives none (`ask`:
 * undefined) has no vote: if no other answers, the first one is trusted. `blame` is called for those with
 * another answer.
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
