import { activationOf } from '../../chain/calls/gas.rules.ts'
import { useSolution } from '../../chain/queries/use-solution.ts'
import type { Solution } from '../../chain/shortage/shortage.rules.ts'

/**
 * How the connected wallet can pay electricity; `fee` in base units of DRGV. More than one batch is several
 * orders.
 */
export const usePowerSolution = (input: {
  /** Their ids, or how many they are. */
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
