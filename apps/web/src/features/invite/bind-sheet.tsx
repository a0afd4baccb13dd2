import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { Address } from 'viem'
import { invalidate } from '../../api/invalidate.ts'
import { inviterLines } from '../../api/invite/inviter-lines.ts'
import { forgetInviter, isInviter, readInviter, readKeptInviter } from '../../api/invite/kept-inviter.ts'
import { PASTED_MAX } from '../../api/invite/pasted.ts'
import { bindInviter } from '../../api/mutations/bind-inviter.ts'
import { configQuery, inviterQuery } from '../../api/queries/public.ts'
import { errorText } from '../../i18n/error-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { PrefilledField } from '../../ui/form/prefilled-field.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { toast } from '../../ui/status/toast.ts'

type BindSheetProps = {
  readonly address: Address
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Form for the inviter, prefilled from the invite link. */
export const BindSheet = ({ address, open, onOpenChange }: BindSheetProps) => {
  const t = useT()
  const client = useQueryClient()
  const { data: config } = useQuery(configQuery())
  const [kept] = useState(readKeptInviter)
  const [typed, setTyped] = useState<string | null>(null)
  const genesis = config?.genesisInviteCode ?? undefined
  // The local chain's first user has a known code, so a newcomer can continue.
  const text = typed ?? kept ?? genesis ?? ''
  const named = useQuery(inviterQuery(text.trim()))
  const labelOf = (shown: string) =>
    shown !== '' && shown === kept
      ? 'home.bind.kept'
      : shown !== '' && shown === genesis
        ? 'home.bind.genesis'
        : 'home.bind.field'
  const unreadable = typed === null && kept !== undefined && !isInviter(kept)
  const unknown = named.data?.inviter === null
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
  /** Closing an emptied field restores the suggestion without an error. */
  const close = (next: boolean): void => {
    if (!next && text.trim() === '') {
      setTyped(null)
      setProblem(null)
    }
    onOpenChange(next)
  }
  return (
    <Sheet
      name="bind"
      open={open}
      onOpenChange={close}
      title={t('home.bind.title')}
      description={t('home.bind.explain')}
      dismissible={!isPending}
    >
      <form onSubmit={submit} className="flex flex-col gap-2">
        <PrefilledField
          label={t(labelOf(text))}
          fieldLabel={t('home.bind.field')}
          value={text}
          {...inviterLines(t, text, named)}
          onChange={(next) => {
            setTyped(readInviter(next))
            setProblem(null)
          }}
          maxLength={PASTED_MAX}
          changeText={t('home.bind.change')}
          note={
            problem ??
            (unreadable ? t('home.inviter.unreadable') : unknown ? t('home.inviter.unknown') : null)
          }
          problem={problem !== null || unreadable || unknown}
        />
        <Button type="submit" variant="primary" busy={isPending} className="mt-2">
          {t('home.bind.now')}
        </Button>
        <p className="text-center text-12 text-t2">{t('home.bind.hint')}</p>
      </form>
    </Sheet>
  )
}
