import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { invalidate } from '../../api/invalidate.ts'
import { securityQuery } from '../../api/queries/security.ts'
import type { Address } from '../../api/session.ts'
import { signTransfer } from '../../chain/sign-account-data.ts'
import { accountProblem } from '../../i18n/problems/account-problem.ts'
import { waitText } from '../../i18n/problems/security-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Address as AddressText } from '../../ui/address.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import { isCode } from '../../ui/validators.ts'
import type { FinishedTransfer, PreparedTransfer } from './types.ts'

type TransferReceiptProps = {
  readonly address: Address
  readonly order: PreparedTransfer
  readonly onBack: () => void
  readonly onDone: (result: FinishedTransfer) => void
}

/** What the signature will do, in plain words, and then the password and the wallet. */
export function TransferReceipt({ address, order, onBack, onDone }: TransferReceiptProps) {
  const t = useT()
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  // Signed once an order: a wrong password asks for the password again, and not for the wallet.
  const signed = useRef<string | null>(null)
  const send = useMutation({
    mutationFn: async () => {
      const { to, account, token, amount } = order
      const terms = { from: address, to: to as Address, account, token, amount: BigInt(amount) }
      signed.current ??= await signTransfer(order, terms)
      return callApi('transfer', {
        request: { to, account, token, amount, signature: signed.current, paymentPassword: password },
      })
    },
    onSuccess: async (result) => {
      await invalidate(client, address, ['ledger'])
      onDone(result)
    },
    onError: () => setPassword(''),
    onSettled: () => client.invalidateQueries({ queryKey: securityQuery(address).queryKey }),
  })
  const problem = send.error === null ? null : accountProblem(t, send.error)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isCode(password) && !send.isPending) send.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TransferTerms order={order} />
      <Banner icon="alert">{t('transfer.final')}</Banner>
      <CodeInput
        secret
        label={t('security.password')}
        value={password}
        onValue={setPassword}
        problem={password === '' ? problem : null}
      />
      <Button type="submit" variant="primary" busy={send.isPending} disabled={!isCode(password)}>
        {t(send.isPending ? 'security.signing' : 'transfer.sign')}
      </Button>
      <Button variant="ghost" size="sm" disabled={send.isPending} onClick={onBack}>
        {t('common.back')}
      </Button>
    </form>
  )
}

function TransferTerms({ order }: { readonly order: PreparedTransfer }) {
  const t = useT()
  const { to, account, token, waitSeconds } = order
  const amount = BigInt(order.amount)
  const lost = BigInt(order.burnFreeLost)
  const name = t(`assets.account.${account}`)
  return (
    <Receipt
      rows={[
        { label: t('transfer.receiver'), value: <AddressText address={to} icon copyable={false} /> },
        {
          label: t('transfer.leaves', { account: name }),
          value: <Amount value={-amount} token={token} size="sm" tone="out" signed />,
          tone: 'out',
        },
        {
          label: t('transfer.comes', { account: name }),
          value: <Amount value={amount} token={token} size="sm" tone="in" signed />,
          tone: 'in',
        },
        { label: t('transfer.fee'), value: t('transfer.fee.none') },
        { label: t('transfer.usable'), value: t('transfer.usable.after', { wait: waitText(waitSeconds) }) },
        ...(lost > 0n
          ? [
              {
                label: t('transfer.burnFree'),
                value: <Amount value={lost} token={token} size="sm" tone="out" />,
              },
            ]
          : []),
      ]}
    />
  )
}
