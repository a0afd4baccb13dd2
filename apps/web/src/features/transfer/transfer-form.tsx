import { formatAmount } from '@dr/protocol/amounts'
import { TRANSFER_MINIMUM } from '@dr/protocol/constants'
import type { VaultIndex } from '@dr/protocol/token-table'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import type { Address } from 'viem'
import { callApi } from '../../api/client.ts'
import { PASTED_MAX } from '../../api/invite/pasted.ts'
import type { UserBalance } from '../../api/queries/user-money.ts'
import { accountProblem } from '../../chain/wallet/account-problem.ts'
import { useT } from '../../i18n/use-t.ts'
import { AmountInput } from '../../ui/amounts/amount-input.tsx'
import { isNothing, isUnreadable, readAmount } from '../../ui/amounts/typed-amount.ts'
import { Button } from '../../ui/form/button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { readReceiver } from './receiver.ts'
import { matchesRequest, type TransferRequest } from './request.ts'
import type { PreparedTransfer } from './types.ts'

type TransferFormProps = {
  readonly address: Address
  readonly vault: VaultIndex
  readonly balances: readonly UserBalance[]
  readonly draft: TransferDraft
  readonly onDraft: (draft: TransferDraft) => void
  readonly onPrepared: (order: PreparedTransfer, request: TransferRequest) => void
}

/** Input of the form. Its owner keeps it while the receipt is shown. */
export type TransferDraft = {
  readonly token: PreparedTransfer['token']
  readonly to: string
  readonly text: string
}

/** Form for receiver and amount. The server checks them before anything is signed. */
export const TransferForm = (props: TransferFormProps) => {
  const { address, vault, balances, draft, onDraft, onPrepared } = props
  const { token, to, text } = draft
  const t = useT()
  const [tried, setTried] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const available = BigInt(balances.find((balance) => balance.token === token)?.available ?? 0)
  const receiver = readReceiver(to, address)
  const parsed = readAmount(text)
  const refusal = parsed.ok
    ? parsed.value > available
      ? t('error.1015')
      : parsed.value < TRANSFER_MINIMUM
        ? t('transfer.minimum', { amount: formatAmount(TRANSFER_MINIMUM), token })
        : undefined
    : undefined
  const prepare = useMutation({
    mutationFn: (transfer: TransferRequest) =>
      callApi('transferOrder', { request: { ...transfer, amount: String(transfer.amount) } }),
    meta: { errorText: (error) => accountProblem(t, error) },
    onSuccess: (order, transfer) => {
      if (matchesRequest(transfer, order)) onPrepared(order, transfer)
    },
  })
  const differs =
    prepare.data !== undefined && !matchesRequest(prepare.variables, prepare.data)
      ? t('transfer.differs')
      : null
  const refused = prepare.error === null ? differs : accountProblem(t, prepare.error)
  const wrong =
    !receiver.ok && (tried || to.trim().length >= 42) ? t(`transfer.to.${receiver.problem}`) : null
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setTried(true)
    if (isNothing(parsed)) setAttempts(attempts + 1)
    if (receiver.ok && parsed.ok && refusal === undefined && !prepare.isPending)
      prepare.mutate({ to: receiver.address, account: vault, token, amount: parsed.value })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {balances.length > 1 ? (
        <Segmented
          label={t('ledger.filter.token')}
          value={token}
          onChange={(next) => onDraft({ ...draft, token: next })}
          items={balances.map((balance) => ({ value: balance.token, label: balance.token }))}
        />
      ) : null}
      <ReceiverField
        value={to}
        onChange={(next) => {
          onDraft({ ...draft, to: next })
          prepare.reset()
        }}
        problem={wrong ?? refused}
        note={t('transfer.to.note', { account: t(`assets.account.${vault}`) })}
      />
      <AmountInput
        label={t('transfer.amount')}
        token={token}
        text={text}
        onText={(next) => {
          onDraft({ ...draft, text: next })
          prepare.reset()
        }}
        aside={t('withdrawal.available', { amount: formatAmount(available), token })}
        max={{ value: available, label: t('common.max') }}
        attempts={attempts}
        problemText={(name) => (name === 'empty' ? t('message.recharge_no') : t(`common.amount.${name}`))}
        refusal={refusal}
        understood={(shown) => t('common.amount.understood', { amount: shown })}
      />
      <Button
        type="submit"
        variant="primary"
        busy={prepare.isPending}
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
