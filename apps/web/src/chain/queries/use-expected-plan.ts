import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { walletKey } from '../../api/invalidate.ts'
import { type ExpectedCall, expectedGas, expectedSteps, preparingCalls } from '../calls/gas.rules.ts'
import { choiceOf, readKeptChoice } from '../calls/stored-approval-choice.ts'
import type { Solution } from '../shortage/shortage.rules.ts'
import { useWallet } from '../wallet/wallet.ts'
import { allowancesQuery } from './allowances.ts'
import { gasTermsQuery } from './use-solution.ts'

const abilityQuery = (address: Address | undefined) =>
  queryOptions({
    queryKey: [...walletKey(address), 'ability'],
    queryFn:
      address === undefined
        ? skipToken
        : async () => (await import('../reads/read-ability.ts')).readAbility(address),
    staleTime: Number.POSITIVE_INFINITY,
  })

interface ExpectedPlan {
  readonly steps: number
  /** Maximum network fee of all steps, in wei. */
  readonly fee: bigint
}

/**
 * Number of steps of a form (except POD power's), and their network fee, from the last readings; undefined
 * while unknown, or if tokens are missing.
 */
export const useExpectedPlan = (
  solution: Solution | null,
  calls: readonly ExpectedCall[],
): ExpectedPlan | undefined => {
  const { address } = useWallet()
  const { data: allowances } = useQuery(allowancesQuery(address))
  const { data: terms } = useQuery(gasTermsQuery(address))
  const { data: ability } = useQuery(abilityQuery(address))
  if (solution === null || solution.missing !== null) return undefined
  if (allowances === undefined || terms === undefined || ability === undefined) return undefined
  const { amount, way } = choiceOf(readKeptChoice(), false)
  // A contract wallet's machines are found by their order, and powered separately.
  const own = ability.isContract ? calls.filter(({ kind }) => kind !== 'activate-machine') : calls
  const all = [...preparingCalls(solution.steps), ...own]
  return {
    steps: expectedSteps(all, allowances, { choice: amount, atomic: way === 'short' && ability.atomic }),
    fee: expectedGas(all, allowances) * terms.price,
  }
}
