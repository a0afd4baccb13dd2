import { REMIND_DAYS } from '@dr/protocol/constants'
import type { Address } from 'viem'
import { useT } from '../../i18n/use-t.ts'
import { serverNow } from '../../ui/clock.ts'
import { download } from '../../ui/download.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { moment } from '../../ui/text/moment.ts'
import { calendarFile } from './calendar.ts'
import type { Reminder } from './reminders.rules.ts'
import { useReminders } from './use-reminders.ts'

const SHOWN = 3

/** Ends within three days. Nothing without any, so that nothing moves above other content. */
export const RemindersCard = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const reminders = useReminders(address)
  if (reminders === null || reminders.soon.length === 0) return null
  const { all, soon, complete } = reminders
  const textOf = ({ kind, count }: Reminder): string => t(`reminder.${kind}`, { count })
  const save = (): void => {
    const events = all.map((reminder) => ({
      id: `${reminder.kind}-${reminder.at}-${address}`,
      at: reminder.at,
      title: textOf(reminder),
      detail: t('reminder.after'),
    }))
    const text = calendarFile(events, Math.floor(serverNow() / 1_000))
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
      {complete ? null : <p className="text-12 text-t2">{t('reminder.notAll')}</p>}
      <Button size="sm" className="mt-1" onClick={save}>
        <Icon name="clock" size={16} />
        {t('reminder.calendar')}
      </Button>
      <p className="mt-2 text-12 text-t2">{t('reminder.calendarHint')}</p>
    </Card>
  )
}
