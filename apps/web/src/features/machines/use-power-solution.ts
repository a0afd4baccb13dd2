import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { useSolution } from '../../chain/queries/use-solution.ts'
import type { Solution } from '../../chain/shortage.rules.ts'

/** How the connected wallet can pay electricity; `fee` in base units of DRGV. More than one batch is several orders. */
export function usePowerSolution(asked: {
  readonly machines: number
  /** That the machines are from, at least. */
  readonly purchases: number
  readonly fee: bigint
}): Solution | null {
  const needs = { DRGV: asked.fee }
  const { purchases } = asked
  const machines = Math.min(asked.machines, MACHINE_BATCH_MAX)
  return useSolution({
    needs,
    calls: [{ kind: 'activate', contract: 'DigitalRights', takes: needs, machines, purchases }],
  })
}
