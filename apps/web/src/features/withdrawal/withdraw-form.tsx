import { formatAmount } from '@dr/protocol/amounts'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Address } from 'viem'
import { useSession } from '../../api/session/session.ts'
import { useSolution } from '../../chain/queries/use-solution.ts'
import type { WithdrawalTerms } from '../../chain/reads/read-withdrawal-terms.ts'
import { formatUsdSet } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { AmountInput } from '../../ui/amounts/amount-input.tsx'
import { isNothing, isUnreadable, readAmount } from '../../ui/amounts/typed-amount.ts'
import { BottomBar } from '../../ui/layout/bottom-bar.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { useTwoColumns } from '../../ui/layout/use-wide.ts'
import { openTransaction } from '../transaction/intents.ts'
import { PayButton } from '../transaction/shortage/pay-button.tsx'
import { BurnNote } from './burn-note.tsx'
import { LimitsCard } from './limits-card.tsx'
import type { DrWithdrawal } from './missing-dr.rules.ts'
import { MissingNote } from './missing-note.tsx'
import { PasswordSheet } from './password-sheet.tsx'
import {
  maxNow,
  missingToMinimum,
  type WithdrawalLimits,
  type WithdrawalProblem,
  walletBurn,
  withdrawalProblem,
} from './withdrawal.rules.ts'
import { WithdrawalPreview } from './withdrawal-preview.tsx'
import { WithdrawalRecords } from './withdrawal-records.tsx'

type WithdrawFormProps = {
  readonly address: Address
  readonly vault: VaultIndex
  readonly limits: WithdrawalLimits
  readonly usdLimit: bigint
  /** Terms of the vault; without them the form is shown with a note. */
  readonly terms: UseQueryResult<WithdrawalTerms>
  /** Symbol of the chain's native coin. */
  readonly gasSymbol: string
  /** The vault accepts no vouchers now. */
  readonly stopped: boolean
  /** Called once it is done or pending. */
  readonly onSent: () => void
  /** Initial input. */
  readonly filled: string
  readonly onWithdrawDr: (withdrawal: DrWithdrawal) => void
  /** The second way, above the bar that lies over the page's end. */
  readonly ownCall: ReactNode
}

/** Withdrawal form: amount, burn and received amount, before anything is signed. */
export const WithdrawForm = (props: WithdrawFormProps) => {
  const { address, vault, limits, usdLimit, terms, gasSymbol, stopped, filled, onSent } = props
  const t = useT()
  const [text, setText] = useState(filled)
  const [attempts, setAttempts] = useState(0)
  const { token } = limits
  const parsed = readAmount(text)
  const amount = parsed.ok ? parsed.value : 0n
  const problem = parsed.ok ? withdrawalProblem(amount, limits) : null
  // Balance, limits and password are checked by the server before anything is swapped: the plan needs its
  // answer.
  const needs = { DR: walletBurn(amount, limits) }
  const kind = token === 'DR' ? 'withdraw-dr' : 'withdraw-usdt'
  const solution = useSolution({ needs, calls: [{ kind, contract: `vault${vault}`, takes: needs }] })
  const max = maxNow(limits)
  const two = useTwoColumns()
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const send = async (paymentPassword?: string): Promise<void> => {
    setAsking(false)
    const outcome = await openTransaction({
      kind: 'withdraw',
      vault,
      token,
      amount,
      walletBurn: needs.DR,
      ...(paymentPassword === undefined ? {} : { paymentPassword }),
    })
    if (outcome === 'success' || outcome === 'pending') onSent()
  }
  const submit = (): void => {
    if (isNothing(parsed)) setAttempts(attempts + 1)
    else if (session.status === 'signed-in' && session.profile.flags.paymentPassword) setAsking(true)
    else void send()
  }
  return (
    <Columns
      side={
        <>
          <LimitsCard limits={limits} usdLimit={usdLimit} terms={terms} />
          <p className="px-1 text-14 text-t2">{t('withdrawal.how')}</p>
          {props.ownCall}
          {two ? <WithdrawalRecords address={address} /> : null}
        </>
      }
      rest={
        <>
          <PasswordSheet
            open={asking}
            onOpenChange={setAsking}
            onPassword={(password) => void send(password)}
          />
          <BottomBar>
            <PayButton
              solution={solution}
              goal="withdraw"
              own={t(stopped ? 'withdrawal.stopped.button' : 'withdrawal.next')}
              disabled={stopped || missingToMinimum(limits) > 0n || problem !== null || isUnreadable(parsed)}
              onPay={submit}
            />
          </BottomBar>
        </>
      }
    >
      <Card className="flex flex-col gap-3">
        <AmountInput
          label={t('withdrawal.amount')}
          token={token}
          text={text}
          onText={setText}
          aside={t('withdrawal.available', { amount: formatAmount(limits.available), token })}
          max={{ value: max, label: t(max < limits.available ? 'withdrawal.maxNow' : 'common.max') }}
          attempts={attempts}
          problemText={(name) => (name === 'empty' ? t('message.recharge_no') : t(`common.amount.${name}`))}
          refusal={problem === null ? undefined : refusalOf(t, problem, limits)}
          understood={(shown) => t('common.amount.understood', { amount: shown })}
        />
        <MissingNote address={address} vault={vault} limits={limits} />
        <WithdrawalPreview vault={vault} amount={amount} limits={limits} />
        <MinimumNote limits={limits} gasSymbol={gasSymbol} />
      </Card>
      {token === 'USDT' ? (
        <BurnNote
          address={address}
          amount={amount}
          limits={limits}
          terms={terms.data}
          solution={solution}
          onWithdrawDr={props.onWithdrawDr}
        />
      ) : null}
    </Columns>
  )
}

const MinimumNote = ({ limits, gasSymbol }: Pick<WithdrawFormProps, 'limits' | 'gasSymbol'>) => {
  const t = useT()
  const { token, minimum, unreturned } = limits
  const notes = [
    t('withdrawal.minimum', { amount: formatAmount(minimum), token }),
    unreturned > 0n && t('withdrawal.minimumFree', { amount: formatAmount(unreturned), token }),
    t('withdrawal.gas', { symbol: gasSymbol }),
  ]
  return <p className="text-12 text-t2">{notes.filter(Boolean).join(' · ')}</p>
}

const refusalOf = (
  t: ReturnType<typeof useT>,
  problem: WithdrawalProblem,
  { token, minimum, usdLeft, vaultLeft, accountLeft, recentLeft, recentDays: days }: WithdrawalLimits,
): string => {
  const shown = (value: bigint | null): string => formatAmount(value ?? 0n, { maxDecimals: 4 })
  switch (problem) {
    case 'below-minimum':
      return t('withdrawal.minimum', { amount: formatAmount(minimum), token })
    case 'above-available':
      return t('withdrawal.tooMuch')
    case 'above-daily-usd':
      return t('withdrawal.aboveDaily', { left: formatUsdSet(usdLeft) })
    case 'above-account-cap':
      return t('withdrawal.aboveAccountCap', { left: shown(accountLeft), token })
    case 'above-vault-cap':
      return t('withdrawal.aboveVaultCap', { left: shown(vaultLeft), token })
    case 'above-recent-share':
      return t('withdrawal.aboveRecentShare', { days, left: shown(recentLeft), token })
  }
}
