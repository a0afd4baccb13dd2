import { type SubmitEvent, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { isCode } from '../../ui/form/validators.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'

type PasswordSheetProps = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onPassword: (password: string) => void
}

/** Asks for the payment password before a withdrawal; it is not stored. */
export const PasswordSheet = ({ open, onOpenChange, onPassword }: PasswordSheetProps) => {
  const t = useT()
  const [password, setPassword] = useState('')
  const change = (next: boolean): void => {
    setPassword('')
    onOpenChange(next)
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!isCode(password)) return
    onPassword(password)
    setPassword('')
  }
  return (
    <Sheet
      name="password"
      open={open}
      onOpenChange={change}
      title={t('security.password')}
      description={t('security.ask')}
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        <CodeInput secret label={t('security.password')} value={password} onValue={setPassword} />
        <Button type="submit" variant="primary" disabled={!isCode(password)}>
          {t('common.continue')}
        </Button>
      </form>
    </Sheet>
  )
}
