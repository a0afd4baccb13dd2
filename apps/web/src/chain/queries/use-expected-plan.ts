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
  /** Network fee of all of them at most, in wei. */
  readonly fee: bigint
}

/**
 * How many steps a form, other than POD power's, leads to and what the network takes for them, by what was
 * read last; undefined until that is known, and where something is missing.
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
  // A shared wallet's machines are found by their order, and powered apart.
  const own = ability.isContract ? calls.filter(({ kind }) => kind !== 'activate-machine') : calls
  const all = [...preparingCalls(solution.steps), ...own]
  return {
    steps: expectedSteps(all, allowances, { choice: amount, atomic: way === 'short' && ability.atomic }),
    fee: expectedGas(all, allowances) * terms.price,
  }
}
