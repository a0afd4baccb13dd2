import { useQuery } from '@tanstack/react-query'
import { useSolution } from '../../chain/queries/use-solution.ts'
import { walletBalancesQuery } from '../../chain/queries/wallet-balances.ts'
import { podPowerTakes } from '../../chain/shortage/purchase.rules.ts'
import type { Solution } from '../../chain/shortage/shortage.rules.ts'
import { useWallet } from '../../chain/wallet/wallet.ts'
import type { Purchase } from './purchase.ts'

/** How the connected wallet can pay the purchase. */
export const usePodSolution = ({ drAmount, usdrAmount }: Purchase): Solution | null => {
  const { address } = useWallet()
  const { data: wallet } = useQuery(walletBalancesQuery(address))
  // As the plan that follows.
  const needs = podPowerTakes({ drAmount, usdrAmount }, wallet ?? { USDR: 0n })
  return useSolution({ needs, calls: [{ kind: 'buy-pod-power', contract: 'DigitalRights', takes: needs }] })
}
