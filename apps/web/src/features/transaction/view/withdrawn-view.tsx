import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Address, Hash } from 'viem'
import { walletBalancesQuery } from '../../../chain/queries/wallet-balances.ts'
import { type PaidWithdrawal, withdrawalBurnQuery } from '../../../chain/queries/withdrawal-burn.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Amount } from '../../../ui/amounts/amount.tsx'
import { CountedAmount } from '../../../ui/amounts/counted-amount.tsx'
import { deviceNow } from '../../../ui/clock.ts'
import { Receipt, type ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { Reward } from '../../../ui/pictures/reward.tsx'
import { receivedBy, tokenOfWithdrawal, type WithdrawalMessage } from '../kinds/withdrawal.tsx'
import { NetNow, worthRows } from '../kinds/worth-row.tsx'
import { finalRow } from './final-row.tsx'

type WithdrawnViewProps = {
  readonly account: Address
  readonly message: WithdrawalMessage
  readonly orderId: string
  readonly vault: Address
  readonly hash: Hash | null
  readonly blockNumber: bigint | null
}

/** A final withdrawal: what arrived in the wallet, what was burned, and the wallet's balance. */
export const WithdrawnView = (props: WithdrawnViewProps) => {
  const { account, message, hash, blockNumber } = props
  const t = useT()
  const token = tokenOfWithdrawal(message)
  return (
    <>
      <Reward title={t('tx.success.withdraw')} icon="wallet">
        <CountedAmount value={receivedBy(message)} token={token} size="lg" signed tone="in" />
      </Reward>
      <Receipt
        rows={[
          ...worthRows(t, { token, amount: receivedBy(message) }),
          ...burnRows(t, props),
          {
            label: t('moment.withdrawn.balance', { token }),
            value: <WalletBalance account={account} token={token} since={blockNumber} />,
          },
          finalRow(t, hash),
        ]}
      />
    </>
  )
}

/**
 * Burn of a withdrawal: for DR the voucher's exact part of the amount; for USDT the DR that the vault took.
 */
const burnRows = (t: Translate, props: WithdrawnViewProps): readonly ReceiptRow[] => {
  const { message } = props
  const label = t('moment.withdrawn.burned')
  if (message.burnAmount === 0n) return []
  if (message.kind === 'withdraw-usdt')
    return [
      { label, value: <BurnedForUsdt {...props} />, tone: 'out' },
      { label: t('tx.row.net'), value: <NetOfUsdt {...props} /> },
    ]
  return [
    {
      label: t('moment.withdrawn.gross'),
      value: <Amount value={message.amount} token="DR" size="sm" />,
    },
    { label, value: <Amount value={-message.burnAmount} token="DR" size="sm" />, tone: 'out' },
  ]
}

/** Burned DR; a dash while it cannot be read, not the maximum that might have been burned. */
const BurnedForUsdt = ({ message, orderId, vault, hash }: PaidWithdrawal) => {
  const { data, isError } = useQuery(withdrawalBurnQuery({ message, orderId, vault, hash }))
  if (typeof data === 'bigint') return <Amount value={-data} token="DR" size="sm" />
  return <span>{isError ? '—' : '…'}</span>
}

/** Net of the DR that was burned; a dash while that cannot be read. */
const NetOfUsdt = ({ message, orderId, vault, hash }: WithdrawnViewProps) => {
  const { data, isError } = useQuery(withdrawalBurnQuery({ message, orderId, vault, hash }))
  if (typeof data === 'bigint') return <NetNow received={message.amount} burned={data} />
  return <span>{isError ? '—' : '…'}</span>
}

type WalletBalanceProps = {
  readonly account: Address
  readonly token: 'DR' | 'USDT'
  /**
   * Block of the withdrawal: balances read before it do not include the amount. null: before this was
   * shown.
   */
  readonly since: bigint | null
}

/** Whether balances that were read include the withdrawal. */
export const countsWithdrawal = (
  read: { readonly blockNumber: bigint; readonly atMs: number },
  /** `fromBlock`: the block of the withdrawal; null if only the ledger knew that it was done. */
  since: { readonly fromBlock: bigint | null; readonly shownAtMs: number },
): boolean => (since.fromBlock === null ? read.atMs > since.shownAtMs : read.blockNumber >= since.fromBlock)

/** Balance in the wallet; a dash if the chain cannot be read, not 0. */
const WalletBalance = ({ account, token, since }: WalletBalanceProps) => {
  const [shownAtMs] = useState(deviceNow)
  const { data, dataUpdatedAt, isError, refetch } = useQuery(walletBalancesQuery(account))
  useEffect(() => {
    if (since === null) void refetch()
  }, [since, refetch])
  if (isError) return <span>—</span>
  if (!data) return <span>…</span>
  const read = { blockNumber: data.blockNumber, atMs: dataUpdatedAt }
  if (!countsWithdrawal(read, { fromBlock: since, shownAtMs })) return <span>…</span>
  return <Amount value={data[token]} token={token} size="sm" />
}
