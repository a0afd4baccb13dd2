import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { fundFlowsQuery } from '../../api/queries/ledger.ts'
import { configQuery } from '../../api/queries/public.ts'
import type { Address } from '../../api/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Async } from '../../ui/async.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

export type AccountChoice = '0' | '1' | '2'
const CHOICES = ['0', '1', '2'] as const
export const readAccount = (text: string | undefined): AccountChoice =>
  CHOICES.find((choice) => choice === text) ?? '0'

type WithdrawProps = {
  readonly address: Address
  readonly account: AccountChoice
  readonly onAccount: (account: AccountChoice) => void
  readonly onSent: () => void
}

/** Withdrawing from an account; so far the miner account alone pays out. */
export function Withdraw({ address, account, onAccount, onSent }: WithdrawProps) {
  const t = useT()
  return (
    <>
      <Segmented<AccountChoice>
        label={t('withdrawal.account')}
        value={account}
        onChange={onAccount}
        items={CHOICES.map((value) => ({ value, label: t(`assets.account.${value}`) }))}
      />
      {account === '0' ? (
        <FromMiner address={address} onSent={onSent} />
      ) : (
        <EmptyState
          icon="wallet"
          title={t('withdrawal.noAccount')}
          detail={t(`assets.account.${account}.hint`)}
        />
      )}
    </>
  )
}

function FromMiner({ address, onSent }: { readonly address: Address; readonly onSent: () => void }) {
  const t = useT()
  const flows = useInfiniteQuery(fundFlowsQuery(address))
  const config = useQuery(configQuery())
  const skeleton = <SkeletonCard label={t('message.loading')} />
  return (
    <Async query={config} skeleton={skeleton}>
      {({ parameters, chain }) => (
        <Async query={flows} skeleton={skeleton}>
          {({ pages }) => {
            const balance = pages[0]?.balances.find((line) => line.account === 0 && line.token === 'DR')
            return (
              <WithdrawForm
                limits={{
                  minimum: BigInt(parameters.withdrawalMinimum.DR),
                  available: BigInt(balance?.available ?? 0),
                  burnBps: parameters.withdrawalBurnBps,
                }}
                gasSymbol={chain.nativeCurrency.symbol}
                onSent={onSent}
              />
            )
          }}
        </Async>
      )}
    </Async>
  )
}
