import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { invalidate } from '../../api/invalidate.ts'
import { forgetInviter, isInviter, readKeptInviter } from '../../api/kept-inviter.ts'
import { bindInviter } from '../../api/mutations/bind-inviter.ts'
import { configQuery } from '../../api/queries/public.ts'
import type { Address } from '../../api/session.ts'
import { errorText } from '../../i18n/error-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.ts'

type BindSheetProps = {
  readonly address: Address
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Enters the inviter, filled in from the invite link when one brought the visitor here. */
export function BindSheet({ address, open, onOpenChange }: BindSheetProps) {
  const t = useT()
  const id = useId()
  const client = useQueryClient()
  const { data: config } = useQuery(configQuery())
  const [kept] = useState(readKeptInviter)
  const [text, setText] = useState(kept ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (inviteCode: string) => bindInviter({ inviteCode }),
    onSuccess: async () => {
      forgetInviter()
      await invalidate(client, address, ['profile', 'mining', 'community'])
      toast.success(t('home.bind.done'))
      onOpenChange(false)
    },
    onError: (error) => setProblem(errorText(error)),
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const inviteCode = text.trim()
    if (inviteCode === '') setProblem(t('home.bind.empty'))
    else if (!isInviter(inviteCode)) setProblem(t('home.bind.invalid'))
    else mutate(inviteCode)
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('home.bind.title')}
      description={t('home.bind.explain')}
      dismissible={!isPending}
    >
      <form onSubmit={submit} className="flex flex-col gap-2">
        <label htmlFor={id} className="text-12 text-t2">
          {t(kept === text && text !== '' ? 'home.bind.kept' : 'home.bind.field')}
        </label>
        <input
          id={id}
          value={text}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
          className={`num min-h-14 rounded-16 border bg-s2 px-4 text-16 text-t1 ${problem ? 'border-out' : 'border-line2'}`}
        />
        <p id={`${id}-note`} role="status" className="min-h-[18px] text-12 text-out">
          {problem}
        </p>
        {config?.genesisInviteCode ? <Genesis code={config.genesisInviteCode} onUse={setText} /> : null}
        <Button type="submit" variant="primary" busy={isPending} className="mt-2">
          {t('home.bind.now')}
        </Button>
        <p className="text-center text-12 text-t2">{t('home.bind.hint')}</p>
      </form>
    </Sheet>
  )
}

/** On the local chain the first user's code is known, so that a newcomer can go on. */
function Genesis({ code, onUse }: { readonly code: string; readonly onUse: (code: string) => void }) {
  const t = useT()
  return (
    <div className="flex items-center gap-3 rounded-16 border border-line bg-s2 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="text-12 text-t2">{t('home.bind.genesis')}</p>
        <p className="num font-semibold">{code}</p>
      </div>
      <Button size="sm" onClick={() => onUse(code)}>
        {t('home.bind.use')}
      </Button>
    </div>
  )
}
