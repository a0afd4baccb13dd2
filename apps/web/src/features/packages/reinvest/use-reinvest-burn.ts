import type { PackageToken } from '@dr/protocol/rules/package-offer'
import { NODE_VAULT } from '@dr/protocol/token-table'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { PackageList } from '../../../api/queries/packages.ts'
import { userMoneyQuery } from '../../../api/queries/user-money.ts'
import { useBurnBps } from '../use-burn-bps.ts'
import { type ReinvestBurn, reinvestBurn } from './reinvest-burn.ts'

/** Later burn of withdrawing the principal, by the balances as last read; null: none, or unknown. */
export const useReinvestBurn = (input: {
  readonly address: Address
  readonly token: PackageToken
  readonly amount: bigint
  readonly prices: PackageList['prices']
}): ReinvestBurn | null => {
  const { address, token, amount, prices } = input
  const burnBps = useBurnBps()
  const { data } = useQuery(userMoneyQuery(address))
  const balance = data?.balances.find((one) => one.account === NODE_VAULT && one.token === token)
  if (balance === undefined || burnBps === undefined) return null
  return reinvestBurn({
    token,
    amount,
    balance,
    burnBps,
    drPrice: prices === null ? null : BigInt(prices.price),
  })
}
