import { activationOf } from '../../chain/calls/gas.rules.ts'
import { useSolution } from '../../chain/queries/use-solution.ts'
import type { Solution } from '../../chain/shortage/shortage.rules.ts'

/**
 * Way for the connected wallet to pay electricity; `fee` in base units of DRGV. More than one batch takes
 * several orders.
 */
export const usePowerSolution = (input: {
  /** Ids, or their number. */
  readonly machines: readonly string[] | number
  readonly fee: bigint
}): Solution | null => {
  const needs = { DRGV: input.fee }
  return useSolution({
    needs,
    calls: [
      { kind: 'activate-machine', contract: 'DigitalRights', takes: needs, ...activationOf(input.machines) },
    ],
  })
}
