import type { Recharge } from '@dr/protocol/calls/recharge'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Address as WalletAddress } from 'viem'
import { rechargesQuery } from '../../api/queries/packages.ts'
import { errorText } from '../../i18n/error-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Address } from '../../ui/text/address.tsx'
import { formatShort } from '../../ui/text/format.ts'

const tones: Record<Recharge['state'], Tone> = {
  pending: 'gold',
  position: 'in',
  returned: 'out',
  unknown: 'off',
}

/** The user's deposits: waiting, booked, or returned with the reason. */
export const DepositList = ({ address }: { readonly address: WalletAddress }) => {
  const t = useT()
  return (
    <PagedList
      query={useInfiniteQuery(rechargesQuery(address))}
      texts={{ loading: t('message.loading'), more: t('common.more') }}
      expected={3}
      empty={
        <EmptyState icon="down" title={t('packages.noDeposits')} detail={t('packages.noDepositsHint')} />
      }
      keyOf={({ txHash }) => txHash}
      row={(deposit) => <Deposit deposit={deposit} />}
    />
  )
}

const Deposit = ({ deposit }: { readonly deposit: Recharge }) => {
  const t = useT()
  const { state, amount, token, reason } = deposit
  return (
    <li className="border-line py-3 not-first:border-t">
      <div className="flex items-center justify-between gap-3">
        <span className="flex flex-wrap items-center gap-x-2 text-14 font-semibold">
          {t('packages.deposit')}
          <Chip tone={tones[state]}>{t(`packages.deposit.${state}`)}</Chip>
        </span>
        {amount === null || token === null ? null : (
          <Amount value={BigInt(amount)} token={token} size="sm" maxDecimals={6} />
        )}
      </div>
      <div className="num flex flex-wrap items-center justify-between gap-x-3 text-12 text-t2">
        <span>{formatShort(deposit.at * 1_000)}</span>
        <Address address={deposit.txHash} keep={4} />
      </div>
      {state === 'returned' ? (
        <p className="text-12 text-t1">
          {t('packages.returned', {
            reason: reason === null ? '—' : (errorText({ code: reason, message: '' }) ?? '—'),
          })}
        </p>
      ) : null}
    </li>
  )
}
