import { useSolution } from '../../chain/queries/use-solution.ts'
import type { Solution } from '../../chain/shortage.rules.ts'
import type { Purchase } from './purchase.ts'

/** How the connected wallet can pay the purchase. */
export function usePodSolution({ drAmount, usdrAmount }: Purchase): Solution | null {
  const needs = { DR: drAmount, USDR: usdrAmount }
  return useSolution({ needs, calls: [{ kind: 'pod', contract: 'DigitalRights', takes: needs }] })
}
