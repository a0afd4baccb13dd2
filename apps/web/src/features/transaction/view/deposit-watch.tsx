import type { RechargeState } from '@dr/protocol/calls/recharge'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address, Hash } from 'viem'
import { invalidate } from '../../../api/invalidate.ts'
import { BOOKING_LOOK_MS, depositQuery, isBooked } from '../../../api/queries/packages.ts'
import { forgetDeposit, useDeposits } from '../../../chain/deposits.ts'
import { transactionRequests } from '../../../chain/intents.ts'
import { translate } from '../../../i18n/translate.ts'
import { toast } from '../../../ui/status/toast.ts'

type Outcome = RechargeState | 'reverted'

/**
 * Follows every deposit that was sent and is not booked, over a closed page too, and says once what became of
 * it.
 */
export const DepositWatch = ({ account }: { readonly account: Address }) => {
  const hashes = useDeposits(account)
  return hashes.map((hash) => <OneDeposit key={hash} account={account} hash={hash} />)
}

/**
 * The server only ever hears of a deposit by its event: one that its block refused, the chain alone tells of.
 */
const revertedQuery = (hash: Hash, isWaiting: boolean) =>
  queryOptions({
    queryKey: ['deposit-reverted', hash],
    queryFn: async () => {
      const [{ loadChainClient }, { isReverted }] = await Promise.all([
        import('../../../chain/reads/public-client.ts'),
        import('../../../chain/calls/watch-transaction.ts'),
      ])
      return isReverted(await loadChainClient(), hash)
    },
    enabled: isWaiting,
    refetchInterval: ({ state }) => (state.data ? false : BOOKING_LOOK_MS),
  })

const sayOutcome = (state: Outcome): void => {
  if (state === 'position') toast.success(translate('tx.deposit.booked'))
  if (state === 'returned') toast.error(translate('tx.deposit.returned'))
  if (state === 'reverted') toast.error(translate('message.trade_fail'))
}

const OneDeposit = ({ account, hash }: { readonly account: Address; readonly hash: Hash }) => {
  const client = useQueryClient()
  const { data } = useQuery(depositQuery(account, hash))
  const booked = data !== undefined && isBooked(data) ? data.state : null
  const { data: isReverted } = useQuery(revertedQuery(hash, booked === null))
  const state: Outcome | null = booked ?? (isReverted ? 'reverted' : null)
  useEffect(() => {
    if (state === null) return
    forgetDeposit(account, hash)
    void invalidate(client, account, ['orders', 'ledger', 'wallet', 'packages']).catch(reportError)
    // The open sheet says it itself.
    if (!transactionRequests.pending()) sayOutcome(state)
  }, [state, account, hash, client])
  return null
}
