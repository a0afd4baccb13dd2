import { useQuery } from '@tanstack/react-query'
import type { Address } from '../../api/session.ts'
import { walletBalancesQuery } from '../../chain/queries/wallet-balances.ts'
import type { WithdrawMessage } from '../../chain/voucher-message.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { CountedAmount } from '../../ui/counted-amount.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import { Reward } from '../../ui/reward.tsx'
import { finalRow } from './final-row.tsx'
import { receivedBy, tokenOfWithdrawal } from './withdrawn.ts'

type WithdrawnViewProps = {
  readonly account: Address
  readonly message: WithdrawMessage
  readonly hash: string | null
  readonly blockNumber: bigint | null
}

/** A withdrawal is final: what arrived in the wallet, and what the wallet has of it now. */
export function WithdrawnView({ account, message, hash, blockNumber }: WithdrawnViewProps) {
  const t = useT()
  const token = tokenOfWithdrawal(message)
  return (
    <>
      <Reward title={t('tx.success.withdraw')} icon="wallet">
        <CountedAmount value={receivedBy(message)} token={token} size="lg" signed tone="in" />
      </Reward>
      <Receipt
        rows={[
          {
            label: t('moment.withdrawn.balance', { token }),
            value: <Held account={account} token={token} since={blockNumber} />,
          },
          finalRow(t, hash),
        ]}
      />
    </>
  )
}

type HeldProps = {
  readonly account: Address
  readonly token: 'DR' | 'USDT'
  /** The block of the withdrawal. What was read before it does not count what arrived. */
  readonly since: bigint | null
}

/** A dash where the chain cannot be read, never 0. */
function Held({ account, token, since }: HeldProps) {
  const { data, isError } = useQuery(walletBalancesQuery(account))
  if (isError) return '—'
  if (!data || (since !== null && data.blockNumber < since)) return '…'
  return <Amount value={data[token]} token={token} size="sm" />
}
