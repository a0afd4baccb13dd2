import type { EpochReport } from '../../../exit/report.ts'
import type { ExitReading } from '../../chain/reads/read-exit.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { moment } from '../../ui/text/moment.ts'

interface Said {
  readonly tone: 'in' | 'out' | 'gold' | 'off'
  readonly title: string
  readonly text: string
}

const finalText = (t: Translate, { epoch, postedAt, confirmedAt, finalAt }: EpochReport): string =>
  t('exit.final.text', {
    epoch: String(epoch),
    posted: moment(postedAt),
    confirmed: moment(confirmedAt),
    final: moment(finalAt),
  })

const youngText = (t: Translate, { epoch, state, finalAt }: EpochReport): string =>
  state === 'unconfirmed'
    ? t('exit.unconfirmed.text', { epoch: String(epoch) })
    : t('exit.young.text', { epoch: String(epoch), final: moment(finalAt) })

const statusOf = (t: Translate, { report, newest, fault }: ExitReading): Said => {
  if (fault !== null) return { tone: 'out', title: t('exit.fault.title'), text: t(`exit.fault.${fault}`) }
  const hasLine = report.books.some(({ line }) => line === 'found')
  if (hasLine && report.epoch !== null)
    return { tone: 'in', title: t('exit.final.title'), text: finalText(t, report.epoch) }
  if (newest !== null && newest.lines.books.length > 0 && newest.epoch.state !== 'final')
    return { tone: 'gold', title: t('exit.young.title'), text: youngText(t, newest.epoch) }
  return { tone: 'off', title: t('exit.none.title'), text: t('exit.none.text') }
}

const TONES = { in: 'text-in', out: 'text-out', gold: 'text-gold', off: 'text-t2' }

/** Whether the account is in the books, as this device proved it. */
export const ExitStatus = ({ reading }: { readonly reading: ExitReading }) => {
  const t = useT()
  const { tone, title, text } = statusOf(t, reading)
  const { report, proof, newest, isSilent, withheld } = reading
  const isNewer = tone === 'in' && newest !== null && newest.epoch.epoch !== report.epoch?.epoch
  return (
    <Card className={cx('flex gap-3', tone === 'in' && 'border-in', tone === 'out' && 'border-out')}>
      <span className={cx('mt-0.5', TONES[tone])}>
        <Icon name={tone === 'out' ? 'alert' : 'shield'} size={22} />
      </span>
      <div role={tone === 'out' ? 'alert' : undefined}>
        <h2 className="text-20 font-semibold">{title}</h2>
        <p className="mt-1 text-14 text-t2">{text}</p>
        {isNewer ? <p className="mt-1 text-14 text-t2">{youngText(t, newest.epoch)}</p> : null}
        {withheld === null ? null : (
          <p role="alert" className="mt-1 text-14 text-out">
            {proof === null
              ? t('exit.withheld.none', { epoch: String(withheld) })
              : t('exit.withheld.kept', { epoch: String(withheld), kept: String(proof.epoch) })}
          </p>
        )}
        {isSilent ? <p className="mt-1 text-14 text-t2">{t('exit.silent')}</p> : null}
      </div>
    </Card>
  )
}
