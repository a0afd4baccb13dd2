import { useQuery } from '@tanstack/react-query'
import { mailboxQuery } from '../../api/queries/security.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Button } from '../../ui/form/button.tsx'
import { formatDate } from '../../ui/text/format.ts'

type LocalMailboxProps = {
  readonly email: string
  /** Milliseconds since the epoch: earlier e-mails have other codes. */
  readonly sentAt: number
  readonly onCode: (code: string) => void
}

/** Newest e-mail to the address; only on the local chain, which sends none to the network. */
export const LocalMailbox = ({ email, sentAt, onCode }: LocalMailboxProps) => {
  const t = useT()
  const { data } = useQuery(mailboxQuery({ email, sentAt }))
  const letter = data?.letters.find((one) => Date.parse(one.sentAt) >= sentAt)
  if (letter === undefined) return null
  const code = /\d{6}/.exec(letter.subject)?.[0]
  return (
    <section className="rounded-16 border border-line bg-s2 p-3.5" aria-label={t('security.mailbox.title')}>
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-14 font-semibold">{t('security.mailbox.title')}</h3>
        <Chip tone="off">{t('wallet.burner.chip')}</Chip>
      </div>
      <p className="num mt-1 text-12 text-t2">
        {formatDate(letter.sentAt, 'HMS')} · {letter.subject}
      </p>
      <p className="mt-2 text-12 whitespace-pre-line text-t2">{letter.text.trim()}</p>
      {code === undefined ? null : (
        <Button size="sm" className="mt-2" onClick={() => onCode(code)}>
          {t('security.mailbox.use')}
        </Button>
      )}
    </section>
  )
}
