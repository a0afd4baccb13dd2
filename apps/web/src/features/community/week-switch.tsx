import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'

type WeekSwitchProps = {
  /** ISO name of the week. */
  readonly name: string
  /** The week is still open: there is no later one. */
  readonly running: boolean
  readonly onBefore: () => void
  readonly onAfter: () => void
}
const arrow = 'grid size-11 place-items-center text-t2 disabled:opacity-30'

/** Buttons for the previous and the next week. */
export const WeekSwitch = ({ name, running, onBefore, onAfter }: WeekSwitchProps) => {
  const t = useT()
  return (
    <div className="flex items-center justify-between rounded-16 bg-s2">
      <button type="button" aria-label={t('community.ranking.before')} onClick={onBefore} className={arrow}>
        <Icon name="back" size={18} />
      </button>
      <p className="num flex items-center gap-2 text-14" aria-live="polite">
        <span>{name}</span>
        {running ? <Chip tone="in">{t('community.ranking.open')}</Chip> : null}
      </p>
      <button
        type="button"
        aria-label={t('community.ranking.after')}
        onClick={onAfter}
        disabled={running}
        className={arrow}
      >
        <Icon name="chevron" size={18} />
      </button>
    </div>
  )
}
