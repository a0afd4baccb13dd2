import { CODE_LENGTH } from '@dr/protocol/constants'
import { paymentPasswordProblem } from '@dr/protocol/payment-password'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { Address } from 'viem'
import { callApi } from '../../api/client.ts'
import { isApiError } from '../../api/errors.ts'
import { invalidate } from '../../api/invalidate.ts'
import { securityQuery } from '../../api/queries/security.ts'
import { accountProblem } from '../../chain/wallet/account-problem.ts'
import { signPasswordReset } from '../../chain/wallet/sign-account-data.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { toast } from '../../ui/status/toast.ts'
import { CodeField } from './code-field.tsx'

export type PasswordChange = 'set' | 'change' | 'reset'

type PasswordFormProps = {
  readonly address: Address
  readonly change: PasswordChange
  readonly onDone: () => void
}

interface Entered {
  readonly password: string
  readonly emailCode: string
  readonly oldPassword: string
}

interface Problem {
  readonly text: string
  /** It belongs to the original password, not to the code. */
  readonly ofOld: boolean
}

const send = async (address: Address, change: PasswordChange, entered: Entered) => {
  const { password, emailCode, oldPassword } = entered
  if (change !== 'reset') {
    const old = change === 'change' ? { oldPassword } : {}
    return callApi('setPaymentPassword', { request: { password, emailCode, ...old } })
  }
  const order = await callApi('signingRequest', { request: { action: 'reset-password' } })
  const signature = await signPasswordReset(address, order)
  return callApi('resetPaymentPassword', { request: { password, emailCode, signature } })
}

/** Sets, changes or resets the payment password; the code goes to the bound e-mail. */
export const PasswordForm = ({ address, change, onDone }: PasswordFormProps) => {
  const t = useT()
  const client = useQueryClient()
  const [oldPassword, setOld] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [emailCode, setCode] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const textOf = (error: unknown): string =>
    accountProblem(t, error, change === 'change' ? 'original' : 'current')
  const save = useMutation({
    mutationFn: () => send(address, change, { password, emailCode, oldPassword }),
    onSuccess: async () => {
      await invalidate(client, address, ['profile'])
      toast.success(t('security.password.done'))
      onDone()
    },
    onError: (error) => setProblem({ ofOld: isApiError(error, 'OLD_PASSWORD_WRONG'), text: textOf(error) }),
    meta: { errorText: textOf },
    onSettled: () => client.invalidateQueries({ queryKey: securityQuery(address).queryKey }),
  })
  const edit = (set: (value: string) => void) => (value: string) => {
    set(value)
    setProblem(null)
  }
  const simple = password.length === CODE_LENGTH && paymentPasswordProblem(password) === 'too-simple'
  const differ = again.length === CODE_LENGTH && again !== password
  const complete =
    [password, again, emailCode].every((digits) => digits.length === CODE_LENGTH) &&
    (change !== 'change' || oldPassword.length === CODE_LENGTH)
  const ready = complete && !simple && !differ
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (ready && !save.isPending) save.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      {change === 'change' ? (
        <CodeInput
          secret
          label={t('security.password.old')}
          value={oldPassword}
          onValue={edit(setOld)}
          problem={problem?.ofOld ? problem.text : null}
        />
      ) : null}
      <CodeInput
        secret
        label={t('security.password.new')}
        value={password}
        onValue={edit(setPassword)}
        problem={simple ? t('security.password.too-simple') : null}
      />
      <CodeInput
        secret
        label={t('security.password.again')}
        value={again}
        onValue={edit(setAgain)}
        problem={differ ? t('security.password.differ') : null}
      />
      <CodeField
        address={address}
        wanted={{ purpose: 'payment-password' }}
        ready
        value={emailCode}
        onValue={edit(setCode)}
        problem={problem?.ofOld === false ? problem.text : null}
      />
      <p className="text-12 text-t2">
        {t(change === 'reset' ? 'security.reset.note' : 'security.password.asked')}
      </p>
      <Button type="submit" variant="primary" busy={save.isPending} disabled={!ready}>
        {t(change === 'reset' ? 'security.sign' : 'security.confirm')}
      </Button>
    </form>
  )
}
