import type { RechargeState } from '@dr/protocol/calls/recharge'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address, Hash } from 'viem'
import { invalidate } from '../../api/invalidate.ts'
import { depositQuery, isBooked } from '../../api/queries/packages.ts'
import { translate } from '../../i18n/translate.ts'
import { toast } from '../../ui/status/toast.ts'
import { transactionRequests } from './intents.ts'
import { forgetDeposit, useDeposits } from './work/deposits.ts'

/**
 * Follows every deposit that was sent and is not booked, after its page is closed too, and announces once
 * how it was booked. A deposit whose transaction reverted is no longer followed (`watch-order.ts`).
 */
export const DepositWatch = ({ account }: { readonly account: Address }) => {
  const hashes = useDeposits(account)
  return hashes.map((hash) => <OneDeposit key={hash} account={account} hash={hash} />)
}

const sayOutcome = (state: RechargeState): void => {
  if (state === 'position') toast.success(translate('tx.deposit.booked'))
  if (state === 'returned') toast.error(translate('tx.deposit.returned'))
}

const OneDeposit = ({ account, hash }: { readonly account: Address; readonly hash: Hash }) => {
  const client = useQueryClient()
  const { data } = useQuery(depositQuery(account, hash))
  const state = data !== undefined && isBooked(data) ? data.state : null
  useEffect(() => {
    if (state === null) return
    forgetDeposit(account, hash)
    void invalidate(client, account, ['orders', 'ledger', 'wallet', 'packages']).catch(reportError)
    // An open sheet shows the outcome itself.
    if (!transactionRequests.pending()) sayOutcome(state)
  }, [state, account, hash, client])
  return null
}
