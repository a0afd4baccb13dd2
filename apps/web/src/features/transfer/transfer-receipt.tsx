import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { type Address as AccountAddress, getAddress } from 'viem'
import { callApi } from '../../api/client.ts'
import { invalidate } from '../../api/invalidate.ts'
import { securityQuery } from '../../api/queries/security.ts'
import { accountProblem } from '../../chain/wallet/account-problem.ts'
import { signTransfer } from '../../chain/wallet/sign-account-data.ts'
import { useT } from '../../i18n/use-t.ts'
import { waitText } from '../../i18n/wait-text.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Button } from '../../ui/form/button.tsx'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { isCode } from '../../ui/form/validators.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Identicon } from '../../ui/pictures/identicon.tsx'
import { Address } from '../../ui/text/address.tsx'
import { mayBeDone } from './lost-answer.ts'
import type { TransferRequest } from './request.ts'
import type { FinishedTransfer, PreparedTransfer } from './types.ts'

type TransferReceiptProps = {
  readonly address: AccountAddress
  /** The user's input: shown and signed. */
  readonly request: TransferRequest
  /** The server's answer, with the same content. */
  readonly order: PreparedTransfer
  readonly onBack: () => void
  readonly onDone: (result: FinishedTransfer) => void
  /** Called when a sent transfer has an unknown result. */
  readonly onUnknown: () => void
}

/** Effect of the signature, then the password and the wallet's signature. */
export const TransferReceipt = (props: TransferReceiptProps) => {
  const { address, request, order, onBack, onDone, onUnknown } = props
  const t = useT()
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  // Signed once for each order: a wrong password asks for the password again, not for the wallet.
  const signed = useRef<string | null>(null)
  const sentBefore = useRef(false)
  const send = useMutation({
    mutationFn: async () => {
      signed.current ??= await signTransfer(order, { from: address, ...request })
      const signature = signed.current
      const amount = String(request.amount)
      return callApi('transfer', { request: { ...request, amount, signature, paymentPassword: password } })
    },
    onSuccess: async (result) => {
      await invalidate(client, address, ['ledger'])
      onDone(result)
    },
    onError: (error) => {
      setPassword('')
      const unknown = mayBeDone(error, sentBefore.current)
      // A rejection in the wallet comes before anything is sent.
      sentBefore.current ||= signed.current !== null
      if (!unknown) return
      onUnknown()
      // Not awaited: offline it would block the sheet.
      void invalidate(client, address, ['ledger']).catch(reportError)
    },
    meta: { errorText: (error) => accountProblem(t, error) },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: securityQuery(address).queryKey }).catch(reportError)
    },
  })
  const problem = send.error === null ? null : accountProblem(t, send.error)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isCode(password) && !send.isPending) send.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TransferTerms address={address} request={request} order={order} />
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

const TransferTerms = ({
  address,
  request,
  order,
}: Pick<TransferReceiptProps, 'address' | 'request' | 'order'>) => {
  const t = useT()
  const { to, account, token, amount } = request
  const lost = BigInt(order.burnFreeLost)
  const name = t(`assets.account.${account}`)
  return (
    <Receipt
      rows={[
        {
          label: t('tx.row.from'),
          value: <Address address={getAddress(address)} keep={4} copyable={false} icon />,
        },
        { label: t('transfer.receiver'), value: <WholeAddress address={to} /> },
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
        {
          label: t('transfer.usable'),
          value: t('transfer.usable.after', { wait: waitText(order.waitSeconds) }),
        },
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

/** All characters: the user compares them before signing. */
const WholeAddress = ({ address }: { readonly address: AccountAddress }) => (
  <span className="inline-flex max-w-full items-center gap-1.5">
    <Identicon address={address} />
    <span className="num min-w-0 text-left break-all">{getAddress(address)}</span>
  </span>
)
