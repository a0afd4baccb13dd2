import type { DayFigures } from '@dr/protocol/calls/community'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Chip } from '../../ui/chip.tsx'

type DayRowProps = { readonly day: string; readonly figures: DayFigures; readonly today: boolean }

/** Figures of one day: new members, staked, burned and bought amounts, and members at its end. */
export const DayRow = ({ day, figures, today }: DayRowProps) => {
  const t = useT()
  const { newMembers } = figures
  const parts = [
    { label: t('community.add.staked'), value: figures.staked, token: 'USD' },
    { label: t('community.add.burned'), value: figures.burned, token: 'USD' },
    { label: t('community.add.power'), value: figures.power, token: 'POD' },
  ]
  return (
    <li className="border-line py-3 not-first:border-t">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h3 className="num flex items-center gap-2 text-14 font-semibold">
          {day}
          {today ? <Chip tone="in">{t('community.add.today')}</Chip> : null}
        </h3>
        <p className="num ml-auto text-right">
          <span className="sr-only">{t('community.add.newMembers')} </span>
          <span className={newMembers > 0 ? 'font-semibold text-in' : 'text-t2'}>
            {`+${t('community.people', { count: newMembers })}`}
          </span>
          <span className="text-12 text-t2">
            {` · ${t(today ? 'community.add.totalToday' : 'community.add.total', { count: figures.activated })}`}
          </span>
        </p>
      </div>
      <dl className="mt-1.5 grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] gap-x-3 gap-y-1">
        {parts.map(({ label, value, token }) => (
          <div key={label} className="min-w-0">
            <dt className="text-12 text-t2">{label}</dt>
            <dd className="break-words">
              <Amount
                value={BigInt(value)}
                token={token}
                size="sm"
                maxDecimals={2}
                {...(value === '0' ? { className: 'text-t3' } : {})}
              />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
