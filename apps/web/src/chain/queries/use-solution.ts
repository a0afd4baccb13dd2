import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { walletKey } from '../../api/invalidate.ts'
import { swapTokensQuery } from '../../api/queries/swap.ts'
import { type ExpectedCall, expectedGas, preparingCalls } from '../calls/gas.rules.ts'
import {
  isShort,
  type Missing,
  type Needs,
  type Solution,
  solveShortage,
  type Ways,
} from '../shortage/shortage.rules.ts'
import { useWallet } from '../wallet/wallet.ts'
import { allowancesQuery } from './allowances.ts'
import { walletBalancesQuery } from './wallet-balances.ts'

const GAS_FRESH_MS = 30_000

/** Present transaction costs of the wallet; disabled without one. */
export const gasTermsQuery = (address: Address | undefined) =>
  queryOptions({
    queryKey: [...walletKey(address), 'gas'],
    queryFn:
      address === undefined
        ? skipToken
        : async () => (await import('../reads/read-gas-terms.ts')).readGasTerms(address),
    staleTime: GAS_FRESH_MS,
  })

interface SolutionInput {
  readonly needs: Needs
  /** Amounts as shown, if they are less: without the margin for price moves. */
  readonly shown?: Needs
  /** Calls of the form, whose network fees are included. */
  readonly calls: readonly ExpectedCall[]
  readonly ways?: Ways
}

/** Way for the connected wallet to pay, from the last readings; null: unknown, or no wallet is connected. */
export const useSolution = ({ needs, shown, calls, ways = 'all' }: SolutionInput): Solution | null => {
  const { address } = useWallet()
  const { data: wallet } = useQuery(walletBalancesQuery(address))
  const short = address !== undefined && wallet !== undefined && isShort(needs, wallet)
  const exchange = useQuery({ ...swapTokensQuery(), enabled: short && ways === 'all' })
  const known =
    address !== undefined && wallet !== undefined && !(short && ways === 'all' && exchange.isPending)
  const solution = known
    ? solveShortage({ needs, shown, wallet, exchange: exchange.data ?? null, ways })
    : null
  const payable = solution !== null && solution.missing === null
  const gas = useMissingGas(payable ? [...preparingCalls(solution.steps), ...calls] : [])
  return solution === null || gas === null ? solution : { ...solution, missing: gas }
}

/** BNB missing for the network fee of all calls; null: none, or unknown. */
const useMissingGas = (calls: readonly ExpectedCall[]): Missing | null => {
  const { address } = useWallet()
  const have = useQuery(walletBalancesQuery(address)).data?.BNB
  const { data: terms } = useQuery({ ...gasTermsQuery(address), enabled: calls.length > 0 })
  const needOf = (allowances: Parameters<typeof expectedGas>[1]): bigint =>
    terms === undefined || !terms.paysItself ? 0n : expectedGas(calls, allowances) * terms.price
  // Allowances are read only for a wallet with little BNB.
  const scarce = have !== undefined && address !== undefined && have < needOf([])
  const { data: allowances } = useQuery({ ...allowancesQuery(address), enabled: scarce })
  if (!scarce || allowances === undefined) return null
  const need = needOf(allowances)
  const lack = { token: 'BNB', have, need } as const
  return have < need ? { ...lack, plain: [lack] } : null
}
