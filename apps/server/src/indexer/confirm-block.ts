/** A block needs confirmation by a second endpoint if another one is usable (ADR 0034). */
import type { Header } from './chain-reader.ts'
import type { Endpoint, EndpointPool } from './endpoint-pool.ts'
import { judgeBlock } from './endpoint-votes.rules.ts'
import { EndpointOutvotedError, EndpointsDisagreeError, RpcInconsistentError } from './errors.ts'

/**
 * The newest final block that another endpoint has too: `finalized` of this endpoint, or the best of the
 * others below it.
 */
export const confirmableBlock = async (
  { othersOf, ask, recordFinal }: EndpointPool,
  endpoint: Endpoint,
  finalized: Header,
): Promise<bigint> => {
  const heads = await Promise.all(
    othersOf(endpoint).map((other) =>
      ask(other, async (prober) => recordFinal(other, await prober.finalized())),
    ),
  )
  const numbers = heads.flatMap((head) => head?.number ?? [])
  const best = numbers.reduce<bigint | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined)
  return best === undefined || best > finalized.number ? finalized.number : best
}

/**
 * Whether this block of the endpoint may be written: another endpoint has it too, or there is no other.
 * Throws if at least as many endpoints have another block at that number; a minority is left out.
 */
export const confirmBlock = async (
  { othersOf, ask, leaveOut }: EndpointPool,
  endpoint: Endpoint,
  block: Header,
): Promise<boolean> => {
  const others = othersOf(endpoint)
  const answers = await Promise.all(
    others.map((other) => ask(other, async (prober) => (await prober.header(block.number))?.hash ?? null)),
  )
  const verdict = judgeBlock(
    block.hash,
    answers.map((answer) => answer ?? null),
  )
  const about = `block ${block.number} is ${block.hash} at ${endpoint.name}`
  if (verdict === 'tied') throw new EndpointsDisagreeError(`${about}, and another one at as many endpoints`)
  if (verdict === 'outvoted') throw new EndpointOutvotedError(`${about}, and another one at most endpoints`)
  others.forEach((other, index) => {
    const answer = answers[index]
    if (answer && answer !== block.hash)
      leaveOut(other, new EndpointOutvotedError(`${about}, and ${answer} at this one`))
    if (answer === null && other.head >= block.number)
      leaveOut(
        other,
        new RpcInconsistentError(`it called block ${other.head} final, and has no ${block.number}`),
      )
  })
  return verdict === 'confirmed' || othersOf(endpoint).length === 0
}
