import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isInviter, readKeptInviter } from '../../api/kept-inviter.ts'
import { configQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

type RegisterFormProps = {
  readonly busy: boolean
  /** What the server said about the inviter. */
  readonly refusal: string | null
  readonly onRegister: (inviteCode: string | undefined) => void
}

/** The first time here: an inviter may be bound, once and for ever, or later. */
export function RegisterForm({ busy, refusal, onRegister }: RegisterFormProps) {
  const t = useT()
  const id = useId()
  const { data: config } = useQuery(configQuery())
  const [code, setCode] = useState(() => readKeptInviter() ?? '')
  const [checked, setChecked] = useState(false)
  const trimmed = code.trim()
  const malformed = checked && trimmed !== '' && !isInviter(trimmed)
  const problem = malformed ? t('wallet.register.malformed') : refusal
  const genesis = config?.genesisInviteCode ?? null
  const submit = (): void => {
    setChecked(true)
    if (trimmed === '' || isInviter(trimmed)) onRegister(trimmed === '' ? undefined : trimmed)
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
      <label htmlFor={id} className="text-12 text-t2">
        {t('wallet.register.code')}
      </label>
      <input
        id={id}
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => setCode(event.target.value)}
        className={cx(
          'num h-14 rounded-16 border bg-s2 px-4 text-16 outline-none focus-visible:border-gold',
          problem ? 'border-out' : 'border-line2',
        )}
      />
      <p id={`${id}-note`} aria-live="polite" className={cx('text-12', problem ? 'text-out' : 'text-t2')}>
        {problem ?? t('wallet.register.forever')}
      </p>
      {genesis !== null && trimmed === '' ? (
        <Button size="sm" onClick={() => setCode(genesis)}>
          {t('wallet.register.genesis', { code: genesis })}
        </Button>
      ) : null}
      <Button type="submit" variant="primary" busy={busy}>
        {t(trimmed === '' ? 'wallet.register.without' : 'wallet.register.bind')}
      </Button>
      {trimmed === '' ? <p className="text-12 text-t2">{t('wallet.register.withoutNote')}</p> : null}
    </form>
  )
}
