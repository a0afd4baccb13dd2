import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import type { Address } from 'viem'
import { callApi } from '../../api/client.ts'
import { invalidate } from '../../api/invalidate.ts'
import { type SecurityState, securityQuery } from '../../api/queries/security.ts'
import { accountProblem } from '../../chain/wallet/account-problem.ts'
import { signBindEmail } from '../../chain/wallet/sign-account-data.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { toast } from '../../ui/status/toast.ts'
import { CodeField } from './code-field.tsx'

type EmailFormProps = {
  readonly address: Address
  readonly state: SecurityState
  readonly onDone: () => void
}

const EMAIL_FORM = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

/** Binds an e-mail: a code proves the mailbox, the wallet's signature proves the account. */
export const EmailForm = ({ address, state, onDone }: EmailFormProps) => {
  const t = useT()
  const id = useId()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const email = text.trim().toLowerCase()
  const valid = EMAIL_FORM.test(email)
  const bind = useMutation({
    mutationFn: async () => {
      const order = await callApi('signingRequest', { request: { action: 'bind-email', email } })
      const signature = await signBindEmail(address, order, email)
      return callApi('bindEmail', { request: { email, emailCode: code, signature } })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: securityQuery(address).queryKey })
      await invalidate(client, address, ['profile'])
      toast.success(t('security.email.done'))
      onDone()
    },
    onError: (error) => setProblem(accountProblem(t, error)),
    meta: { errorText: (error) => accountProblem(t, error) },
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (valid && code.length === 6 && !bind.isPending) bind.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {state.email === null ? null : <Banner icon="clock">{t('security.email.replaceNote')}</Banner>}
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-12 text-t2">
          {t('security.email.field')}
        </label>
        <input
          id={id}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
          className="min-h-14 rounded-16 border border-line2 bg-s2 px-4 text-16 text-t1 outline-none focus-visible:border-gold"
        />
      </div>
      <CodeField
        address={address}
        wanted={{ purpose: 'bind-email', email }}
        ready={valid}
        value={code}
        onValue={(next) => {
          setCode(next)
          setProblem(null)
        }}
        problem={problem}
      />
      <p className="text-12 text-t2">{t('security.email.signNote')}</p>
      <Button type="submit" variant="primary" busy={bind.isPending} disabled={!valid || code.length < 6}>
        {t(bind.isPending ? 'security.signing' : 'security.sign')}
      </Button>
    </form>
  )
}
