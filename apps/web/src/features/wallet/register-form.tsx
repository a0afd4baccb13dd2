import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inviterLines } from '../../api/invite/inviter-lines.ts'
import { isInviter, readInviter } from '../../api/invite/kept-inviter.ts'
import { PASTED_MAX } from '../../api/invite/pasted.ts'
import { inviterQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { PrefilledField } from '../../ui/form/prefilled-field.tsx'

type RegisterFormProps = {
  readonly busy: boolean
  readonly inviter: string
  readonly onInviter: (inviter: string) => void
  /** The server's refusal of the inviter. */
  readonly refusal: string | null
  readonly onRegister: (inviteCode: string | undefined) => void
}

/** Registration of a new address: an inviter is bound permanently now, or later. */
export const RegisterForm = ({ busy, inviter, onInviter, refusal, onRegister }: RegisterFormProps) => {
  const t = useT()
  const [given] = useState(inviter)
  const [checked, setChecked] = useState(false)
  const [refused, setRefused] = useState(refusal === null ? null : inviter)
  const without = inviter === ''
  const named = useQuery(inviterQuery(inviter))
  // A given inviter is checked at once, a typed one when it is submitted.
  const malformed = (checked || inviter === given) && !without && !isInviter(inviter)
  // The server's refusal refers to the submitted inviter, not to later input.
  const problem = malformed
    ? t('wallet.register.malformed')
    : ((refused === inviter ? refusal : null) ??
      (named.data?.inviter === null ? t('home.inviter.unknown') : null))
  const submit = (): void => {
    setChecked(true)
    if (!without && !isInviter(inviter)) return
    setRefused(inviter)
    onRegister(without ? undefined : inviter)
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) submit()
      }}
    >
      <p className="text-14 text-t2">{t('wallet.register.lead')}</p>
      <PrefilledField
        label={t('wallet.register.code')}
        value={inviter}
        {...inviterLines(t, inviter, named)}
        maxLength={PASTED_MAX}
        onChange={(text) => onInviter(readInviter(text))}
        changeText={t('wallet.inviter.change')}
        note={problem ?? t(without ? 'wallet.register.withoutNote' : 'wallet.register.permanent')}
        problem={problem !== null}
      />
      <Button type="submit" variant={without ? 'quiet' : 'primary'} busy={busy}>
        {t(without ? 'wallet.register.without' : 'wallet.register.bind')}
      </Button>
    </form>
  )
}
