import type { ParsedAmount } from '@dr/protocol/amounts'
import type { PackageIncome, TermPackage } from '@dr/protocol/calls/packages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSolution } from '../../chain/queries/use-solution.ts'
import { walletBalancesQuery } from '../../chain/queries/wallet-balances.ts'
import type { Solution } from '../../chain/shortage/shortage.rules.ts'
import { useWallet } from '../../chain/wallet/wallet.ts'
import { readAmount } from '../../ui/amounts/typed-amount.ts'
import { type PackageProblem, packageProblem } from './package-view.ts'

export interface Order {
  readonly text: string
  readonly setText: (text: string) => void
  /** Number of calls of `ask`, each of which makes the field request an amount. */
  readonly attempts: number
  readonly ask: () => void
  readonly parsed: ParsedAmount
  /** 0 while the input is empty or invalid. */
  readonly amount: bigint
  /** Wallet balance of the package's token; undefined while unknown. */
  readonly balance: bigint | undefined
  readonly balanceFailed: boolean
  /** Null without a problem, or while the input is empty. */
  readonly problem: PackageProblem | null
  /** Way for the wallet to pay it; null: unknown, or no wallet is connected. */
  readonly solution: Solution | null
}

/** State of a subscription: its input compared with the wallet, the package's rules and its budget. */
export const useOrder = (input: {
  readonly item: TermPackage | undefined
  readonly income: PackageIncome | undefined
}): Order => {
  const { item, income } = input
  const [text, setText] = useState('')
  const [attempts, setAttempts] = useState(0)
  const ask = (): void => setAttempts(attempts + 1)
  const { address } = useWallet()
  const wallet = useQuery(walletBalancesQuery(address))
  const balance = item === undefined ? undefined : wallet.data?.[item.token]
  const parsed = readAmount(text)
  const amount = parsed.ok ? parsed.value : 0n
  const problem =
    item === undefined || income === undefined || !parsed.ok
      ? null
      : // More than the wallet has is no refusal: the rest may be swapped for, or the button says how much is missing.
        packageProblem(income, { amount, minimum: BigInt(item.minimum), balance: undefined })
  const needs = item === undefined ? {} : { [item.token]: amount }
  const solution = useSolution({
    needs,
    calls: [{ kind: 'deposit', contract: 'DigitalRights', takes: needs }],
  })
  const balanceFailed = wallet.isError && !wallet.data
  return { text, setText, attempts, ask, parsed, amount, balance, balanceFailed, problem, solution }
}
