import { formatAmount, TOKEN_DECIMALS } from '@dr/protocol/amounts'
import type { VaultIndex } from '@dr/protocol/token-table'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Address } from 'viem'
import { configQuery } from '../../api/queries/public.ts'
import { userMoneyQuery } from '../../api/queries/user-money.ts'
import { withdrawalLimitsQuery } from '../../api/queries/withdrawal-limits.ts'
import { withdrawalTermsQuery } from '../../chain/queries/withdrawal-terms.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SkeletonCard } from '../../ui/status/skeleton.tsx'
import { limitsOf } from './limits-of.ts'
import type { DrWithdrawal } from './missing-dr.rules.ts'
import { MissingNote } from './missing-note.tsx'
import { StoppedNote } from './stopped-note.tsx'
import { useStopOf } from './use-stop-of.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import type { PayoutToken } from './withdrawal.rules.ts'

export type AccountChoice = '0' | '1' | '2'
const CHOICES = ['0', '1', '2'] as const
const TOKENS = ['USDT', 'DR'] as const

/** Account and token to withdraw. The miner account pays only DR. */
export interface WithdrawalChoice {
  readonly account: AccountChoice
  readonly token: PayoutToken
}

export const readChoice = (account: string | undefined, token: string | undefined): WithdrawalChoice => {
  const found = CHOICES.find((choice) => choice === account) ?? '0'
  return { account: found, token: found === '0' || token === 'DR' ? 'DR' : 'USDT' }
}

type WithdrawProps = {
  readonly address: Address
  readonly choice: WithdrawalChoice
  readonly onChoice: (choice: WithdrawalChoice) => void
  readonly onSent: () => void
  /** Opens the books. */
  readonly onBooks: () => void
  /** Opens Home, with the collect button or the next step to it. */
  readonly onHome: () => void
  /** The second way, by the wallet's own call: it takes the first place where the server pays nothing. */
  readonly ownCall: ReactNode
  /** Notice that operators have blocked the account; null: they have not. */
  readonly blockedNote: ReactNode
}

/** Withdrawal from an account in one of its tokens. */
export const Withdraw = ({ address, choice, onChoice, ...rest }: WithdrawProps) => {
  const t = useT()
  const { account, token } = choice
  const [offered, setOffered] = useState<DrWithdrawal | null>(null)
  const isOffered = token === 'DR' && String(offered?.vault) === account
  const takeOffer = (one: DrWithdrawal): void => {
    setOffered(one)
    onChoice(readChoice(String(one.vault), 'DR'))
  }
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
        amount={isOffered ? (offered?.amount ?? null) : null}
        onWithdrawDr={takeOffer}
        {...rest}
      />
    </>
  )
}

type FromAccountProps = Omit<WithdrawProps, 'onChoice'> & {
  /** Initial amount; null: empty. */
  readonly amount: bigint | null
  readonly onWithdrawDr: (withdrawal: DrWithdrawal) => void
}

const FromAccount = ({
  address,
  choice,
  amount,
  onWithdrawDr,
  onSent,
  onBooks,
  onHome,
  ownCall,
  blockedNote,
}: FromAccountProps) => {
  const t = useT()
  const vault = Number(choice.account) as VaultIndex
  const { token } = choice
  const config = useQuery(configQuery())
  const money = useQuery(userMoneyQuery(address))
  const terms = useQuery(withdrawalTermsQuery({ address, vault, token }))
  const recent = useQuery({ ...withdrawalLimitsQuery(address), enabled: vault === 2 })
  const skeleton = <SkeletonCard label={t('message.loading')} />
  const stop = useStopOf()({ vault, token, terms: terms.data })
  const isStopped = stop !== null || blockedNote !== null
  const second = isStopped ? null : ownCall
  return (
    <>
      {blockedNote}
      {stop === null ? null : (
        <StoppedNote reason={stop.reason} why={stop.why} vault={vault} token={token} onBooks={onBooks} />
      )}
      {isStopped ? ownCall : null}
      <Async query={config} skeleton={skeleton}>
        {({ parameters, chain }) => (
          <Async query={money} skeleton={skeleton}>
            {(userMoney) => {
              const limits = limitsOf({
                vault,
                token,
                money: userMoney,
                parameters,
                terms: terms.data,
                recentDeposits: recent.data?.recentDeposits,
              })
              return (
                <>
                  {limits.available === 0n ? (
                    <>
                      <EmptyState
                        icon="wallet"
                        title={t('withdrawal.noAccount', { token })}
                        detail={t(`assets.account.${vault}.receives`)}
                        action={<Button onClick={onHome}>{t('withdrawal.toHome')}</Button>}
                      />
                      <MissingNote address={address} vault={vault} limits={limits} />
                      {second}
                    </>
                  ) : (
                    <WithdrawForm
                      address={address}
                      vault={vault}
                      limits={limits}
                      usdLimit={BigInt(userMoney.withdrawalDay.limitUsd)}
                      terms={terms}
                      gasSymbol={chain.nativeCurrency.symbol}
                      stopped={isStopped}
                      ownCall={second}
                      filled={amount === null ? '' : typedText(amount)}
                      onSent={onSent}
                      onWithdrawDr={onWithdrawDr}
                    />
                  )}
                </>
              )
            }}
          </Async>
        )}
      </Async>
      {/* Without an answer of the server it is the only way. */}
      {config.data === undefined || money.data === undefined ? second : null}
    </>
  )
}

/** All decimals, without grouping, as in an input field. */
const typedText = (amount: bigint): string =>
  formatAmount(amount, { maxDecimals: TOKEN_DECIMALS, group: false })
