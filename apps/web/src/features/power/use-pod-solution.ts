import { useSolution } from '../../chain/queries/use-solution.ts'
import { type Solution, withHeadroom } from '../../chain/shortage.rules.ts'
import type { Purchase } from './purchase.ts'

/** How the connected wallet can pay the purchase. */
export function usePodSolution({ drAmount, usdrAmount }: Purchase): Solution | null {
  // As the plan that follows: the price may move until its quote.
  const needs = { DR: drAmount, USDR: withHeadroom(usdrAmount) }
  return useSolution({ needs, calls: [{ kind: 'pod', contract: 'DigitalRights', takes: needs }] })
}
