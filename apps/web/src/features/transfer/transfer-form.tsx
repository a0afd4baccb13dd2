import { formatAmount } from '@dr/protocol/amounts'
import { TRANSFER_MINIMUM } from '@dr/protocol/constants'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { PayoutToken } from '@dr/protocol/tokens'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import type { Address } from 'viem'
import { PASTED_MAX } from '../../api/invite/pasted.ts'
import { transferLimitQuery } from '../../api/queries/transfer-limit.ts'
import type { UserBalance } from '../../api/queries/user-money.ts'
import { accountProblem } from '../../chain/wallet/account-problem.ts'
import { useT } from '../../i18n/use-t.ts'
import { AmountInput } from '../../ui/amounts/amount-input.tsx'
import { isNothing, isUnreadable, readAmount } from '../../ui/amounts/typed-amount.ts'
import { Button } from '../../ui/form/button.tsx'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { isCode } from '../../ui/form/validators.ts'
import { readReceiver } from './receiver.ts'
import { type TransferSteps, useTransfer } from './use-transfer.ts'

/** Input of the form. Its owner keeps it while the transaction sheet is open. */
export type TransferDraft = { readonly token: PayoutToken; readonly to: string; readonly text: string }

type TransferFormProps = TransferSteps & {
  readonly address: Address
  readonly vault: VaultIndex
  readonly balances: readonly UserBalance[]
  readonly draft: TransferDraft
  readonly onDraft: (draft: TransferDraft) => void
}

/** The maximum of a transfer, and the text of what it refuses; undefined while the server has not answered. */
const useLimit = (address: Address, book: Parameters<typeof transferLimitQuery>[1]) => {
  const t = useT()
  const { token } = book
  const { data, error } = useQuery(transferLimitQuery(address, book))
  const available = data && BigInt(data.available)
  const claimable = data && BigInt(data.claimable)
  const [most, young] =
    available === undefined || claimable === undefined
      ? [undefined, 0n]
      : available < claimable
        ? [available, 0n]
        : [claimable, available - claimable]
  const refuse = (amount: bigint): string | undefined => {
    if (amount < TRANSFER_MINIMUM)
      return t('transfer.minimum', { amount: formatAmount(TRANSFER_MINIMUM), token })
    if (most === undefined || available === undefined || amount <= most) return undefined
    return amount > available ? t('error.1015') : t('transfer.claimable', { amount: formatAmount(most) })
  }
  return { most, young, refuse, error }
}

/** Form for receiver, amount and payment password. The vault decides about the amount. */
export const TransferForm = (props: TransferFormProps) => {
  const { address, vault, balances, draft, onDraft } = props
  const { token, to, text } = draft
  const t = useT()
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const limit = useLimit(address, { account: vault, token })
  const { most } = limit
  const receiver = readReceiver(to, address)
  const parsed = readAmount(text)
  const send = useTransfer(address, props)
  const refusal = parsed.ok ? limit.refuse(parsed.value) : undefined
  const problem = send.error === null || password !== '' ? null : accountProblem(t, send.error)
  const wrong =
    !receiver.ok && (tried || to.trim().length >= 42) ? t(`transfer.to.${receiver.problem}`) : null
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setTried(true)
    if (isNothing(parsed)) setAttempts(attempts + 1)
    if (!receiver.ok || !parsed.ok || refusal !== undefined || !isCode(password) || send.isPending) return
    send.mutate({ vault, token, to: receiver.address, amount: parsed.value, paymentPassword: password })
    setPassword('')
  }
  const change = (part: Partial<TransferDraft>): void => {
    onDraft({ ...draft, ...part })
    send.reset()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {balances.length > 1 ? (
        <Segmented
          label={t('ledger.filter.token')}
          value={token}
          onChange={(next) => change({ token: next })}
          items={balances.map((balance) => ({ value: balance.token, label: balance.token }))}
        />
      ) : null}
      <ReceiverField
        value={to}
        onChange={(next) => change({ to: next })}
        problem={wrong}
        note={t('transfer.to.note', { account: t(`assets.account.${vault}`) })}
      />
      <AmountInput
        label={t('transfer.amount')}
        token={token}
        text={text}
        onText={(next) => change({ text: next })}
        {...(most === undefined
          ? {}
          : {
              aside: t('withdrawal.available', { amount: formatAmount(most), token }),
              max: { value: most, label: t('common.max') },
            })}
        attempts={attempts}
        problemText={(name) => (name === 'empty' ? t('message.recharge_no') : t(`common.amount.${name}`))}
        refusal={refusal ?? (limit.error ? accountProblem(t, limit.error) : undefined)}
        understood={(shown) => t('common.amount.understood', { amount: shown })}
      />
      {limit.young > 0n ? (
        <p className="text-12 text-t2">{t('transfer.young', { amount: formatAmount(limit.young), token })}</p>
      ) : null}
      <CodeInput
        secret
        label={t('security.password')}
        value={password}
        onValue={setPassword}
        note={t('transfer.password')}
        problem={problem}
      />
      <Button
        type="submit"
        variant="primary"
        busy={send.isPending}
        disabled={refusal !== undefined || isUnreadable(parsed)}
      >
        {t('transfer.next')}
      </Button>
    </form>
  )
}

type ReceiverFieldProps = {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem: string | null
  /** Shown while there is no problem. */
  readonly note: string
}

const ReceiverField = ({ value, onChange, problem, note }: ReceiverFieldProps) => {
  const t = useT()
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-12 text-t2">
        {t('transfer.to')}
      </label>
      <textarea
        id={id}
        value={value}
        rows={2}
        maxLength={PASTED_MAX}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
        className={`num resize-none rounded-16 border bg-s2 px-4 py-3 text-14 text-t1 outline-none focus-visible:border-gold ${problem ? 'border-out' : 'border-line2'}`}
      />
      <p
        id={`${id}-note`}
        role="status"
        className={`min-h-[18px] text-12 ${problem ? 'text-out' : 'text-t2'}`}
      >
        {problem ?? note}
      </p>
    </div>
  )
}
