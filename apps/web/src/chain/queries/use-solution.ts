import { useQuery } from '@tanstack/react-query'
import { swapTokensQuery } from '../../api/queries/swap.ts'
import { isShort, type Needs, type Solution, solveShortage } from '../shortage.rules.ts'
import { useWallet } from '../wallet.ts'
import { walletBalancesQuery } from './wallet-balances.ts'

/** How the connected wallet can pay what is needed, by what was read last; null: not known yet, or no wallet is connected. */
export function useSolution(needs: Needs, ways: 'all' | 'wrap' = 'all'): Solution | null {
  const { address } = useWallet()
  const { data: wallet } = useQuery(walletBalancesQuery(address))
  const short = address !== undefined && wallet !== undefined && isShort(needs, wallet)
  const exchange = useQuery({ ...swapTokensQuery(), enabled: short && ways === 'all' })
  if (address === undefined || wallet === undefined) return null
  if (short && ways === 'all' && exchange.isPending) return null
  return solveShortage({ needs, wallet, exchange: exchange.data ?? null, ways })
}
