import { useQuery } from '@tanstack/react-query'
import { endingsQuery } from '../../api/queries/endings.ts'
import { overviewQuery } from '../../api/queries/public.ts'
import type { Address } from '../../api/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { download } from '../../ui/download.ts'
import { Icon } from '../../ui/icons.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { moment } from '../../ui/moment.ts'
import { calendarFile } from './calendar.ts'
import { isSoon, REMIND_DAYS, type Reminder, remindersOf } from './reminders.rules.ts'

const SHOWN = 3

/** What ends within three days. Nothing ends: nothing is shown, and nothing jumps above what is read. */
export function RemindersCard({ address }: { readonly address: Address }) {
  const t = useT()
  const endings = useQuery(endingsQuery(address))
  const overview = useQuery(overviewQuery())
  const now = overview.data?.clock.timestamp
  if (endings.data === undefined || now === undefined) return null
  const all = remindersOf(endings.data, now)
  const soon = all.filter((reminder) => isSoon(reminder, now))
  if (soon.length === 0) return null
  const textOf = ({ kind, count }: Reminder): string => t(`reminder.${kind}`, { count })
  const save = (): void => {
    const events = all.map((reminder) => ({
      id: `${reminder.kind}-${reminder.at}-${address}`,
      at: reminder.at,
      title: textOf(reminder),
      detail: t('reminder.after'),
    }))
    const text = calendarFile(events, Math.floor(Date.now() / 1_000))
    download({ name: 'digital-rights.ics', type: 'text/calendar', text })
  }
  return (
    <Card>
      <CardHeader title={t('reminder.title')} aside={t('reminder.within', { count: REMIND_DAYS })} />
      <ul>
        {soon.slice(0, SHOWN).map((reminder) => (
          <ListRow
            key={`${reminder.kind}${reminder.at}`}
            icon={reminder.kind === 'electricity' ? 'power' : 'clock'}
            iconTone="gold"
            title={textOf(reminder)}
            detail={moment(reminder.at)}
          />
        ))}
      </ul>
      {endings.data.complete ? null : <p className="text-12 text-t2">{t('reminder.notAll')}</p>}
      <Button size="sm" className="mt-1" onClick={save}>
        <Icon name="clock" size={16} />
        {t('reminder.calendar')}
      </Button>
      <p className="mt-2 text-12 text-t2">{t('reminder.calendarHint')}</p>
    </Card>
  )
}
