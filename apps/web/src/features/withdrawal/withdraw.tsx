import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { configQuery, overviewQuery } from '../../api/queries/public.ts'
import { settingChangesQuery } from '../../api/queries/settings.ts'
import { type UserMoney, userMoneyQuery } from '../../api/queries/user-money.ts'
import type { Address } from '../../api/session.ts'
import { withdrawalTermsQuery } from '../../chain/queries/withdrawal-terms.ts'
import { useT } from '../../i18n/use-t.ts'
import { Async } from '../../ui/async.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { StoppedNote } from './stopped-note.tsx'
import { WithdrawForm } from './withdraw-form.tsx'
import { type PayoutToken, richestInDr } from './withdrawal-rules.ts'

export type AccountChoice = '0' | '1' | '2'
const CHOICES = ['0', '1', '2'] as const
const TOKENS = ['USDT', 'DR'] as const

/** Where the money comes from: account and token. The miner account pays DR alone. */
export interface WithdrawalChoice {
  readonly account: AccountChoice
  readonly token: PayoutToken
}

export function readChoice(account: string | undefined, token: string | undefined): WithdrawalChoice {
  const found = CHOICES.find((choice) => choice === account) ?? '0'
  return { account: found, token: found === '0' || token === 'DR' ? 'DR' : 'USDT' }
}

type WithdrawProps = {
  readonly address: Address
  readonly choice: WithdrawalChoice
  readonly onChoice: (choice: WithdrawalChoice) => void
  readonly onSent: () => void
  /** To where everything is shown. */
  readonly onBooks: () => void
}

/** Withdrawing from an account, in one of its tokens. */
export function Withdraw({ address, choice, onChoice, ...rest }: WithdrawProps) {
  const t = useT()
  const { account, token } = choice
  return (
    <>
      <Segmented<AccountChoice>
        label={t('withdrawal.account')}
        value={account}
        onChange={(next) => onChoice(readChoice(next, token === 'DR' && account !== '0' ? 'DR' : undefined))}
        items={CHOICES.map((value) => ({ value, label: t(`assets.account.${value}.short`) }))}
      />
      {account === '0' ? null : (
        <Segmented<PayoutToken>
          label={t('ledger.filter.token')}
          value={token}
          onChange={(next) => onChoice({ account, token: next })}
          items={TOKENS.map((value) => ({ value, label: value }))}
        />
      )}
      <FromAccount
        key={`${account}${token}`}
        address={address}
        choice={choice}
        onChoice={onChoice}
        {...rest}
      />
    </>
  )
}

function FromAccount({ address, choice, onChoice, onSent, onBooks }: WithdrawProps) {
  const t = useT()
  const account = Number(choice.account) as 0 | 1 | 2
  const { token } = choice
  const config = useQuery(configQuery())
  const money = useQuery(userMoneyQuery(address))
  const overview = useQuery(overviewQuery())
  const terms = useQuery(withdrawalTermsQuery({ address, account, token }))
  const skeleton = <SkeletonCard label={t('message.loading')} />
  const line = overview.data?.reserves.find((one) => one.vault === account && one.token === token)
  const stop = useInfiniteQuery(settingChangesQuery()).data?.pages[0]?.stops.find(
    ({ what }) => what === `vault-${account}` || what === `withdraw-${token === 'DR' ? 'dr' : 'usdt'}`,
  )
  const byHand = stop ? 'operator' : null
  const stopped = line?.stopped === true ? 'reserve' : (byHand ?? terms.data?.closed ?? null)
  return (
    <Async query={config} skeleton={skeleton}>
      {({ parameters, chain }) => (
        <Async query={money} skeleton={skeleton}>
          {(mine) => (
            <>
              {stopped === null ? null : (
                <StoppedNote
                  reason={stopped}
                  why={stopped === 'operator' ? stop?.reason : undefined}
                  account={account}
                  token={token}
                  onBooks={onBooks}
                />
              )}
              {mineOf(mine, account, token).available === 0n ? (
                <EmptyState
                  icon="wallet"
                  title={t('withdrawal.noAccount', { token })}
                  detail={t(`assets.account.${account}.receives`)}
                />
              ) : (
                <WithdrawForm
                  account={account}
                  limits={{
                    token,
                    minimum: BigInt(parameters.withdrawalMinimum[token]),
                    ...mineOf(mine, account, token),
                    burnBps: terms.data?.burnBps ?? BigInt(parameters.withdrawalBurnBps),
                    drPrice: terms.data?.drPrice ?? null,
                    vaultLeft: terms.data?.vaultLeft ?? null,
                    accountLeft: terms.data?.accountLeft ?? null,
                    walletDr: terms.data?.walletDr ?? null,
                  }}
                  usdLimit={BigInt(mine.withdrawalDay.limitUsd)}
                  terms={terms}
                  gasSymbol={chain.nativeCurrency.symbol}
                  stopped={stopped !== null}
                  onSent={onSent}
                  drAccount={richestInDr(mine.balances, BigInt(parameters.withdrawalMinimum.DR))}
                  onWithdrawDr={(from) => onChoice(readChoice(String(from), 'DR'))}
                />
              )}
            </>
          )}
        </Async>
      )}
    </Async>
  )
}

/** What is mine of this account and token, and what today's limit leaves. */
function mineOf({ balances, withdrawalDay }: UserMoney, account: number, token: PayoutToken) {
  const balance = balances.find((one) => one.account === account && one.token === token)
  const left = BigInt(withdrawalDay.limitUsd) - BigInt(withdrawalDay.usedUsd)
  return {
    available: BigInt(balance?.available ?? 0),
    unreturned: BigInt(balance?.unreturned ?? 0),
    usdLeft: left > 0n ? left : 0n,
  }
}
