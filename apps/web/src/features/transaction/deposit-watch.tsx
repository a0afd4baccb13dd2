import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidate } from '../../api/invalidate.ts'
import { depositQuery, isBooked } from '../../api/queries/packages.ts'
import type { Address } from '../../api/session.ts'
import { forgetDeposit, useDeposits } from '../../chain/deposits.ts'
import { transactionRequests } from '../../chain/intents.ts'
import { translate } from '../../i18n/translate.ts'
import { toast } from '../../ui/toast.ts'

/** Follows every deposit that was sent and is not booked, over a closed page too, and says once what became of it. */
export function DepositWatch({ account }: { readonly account: Address }) {
  const hashes = useDeposits(account)
  return hashes.map((hash) => <OneDeposit key={hash} account={account} hash={hash} />)
}

function OneDeposit({ account, hash }: { readonly account: Address; readonly hash: `0x${string}` }) {
  const client = useQueryClient()
  const { data } = useQuery(depositQuery(account, hash))
  const state = data !== undefined && isBooked(data) ? data.state : null
  useEffect(() => {
    if (state === null) return
    forgetDeposit(account, hash)
    void invalidate(client, account, ['orders', 'ledger', 'wallet', 'packages']).catch(reportError)
    // The open sheet says it itself.
    if (transactionRequests.pending()) return
    if (state === 'position') toast.success(translate('tx.deposit.booked'))
    if (state === 'returned') toast.error(translate('tx.deposit.returned'))
  }, [state, account, hash, client])
  return null
}
