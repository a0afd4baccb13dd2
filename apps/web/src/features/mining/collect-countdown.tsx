import { useT } from '../../i18n/use-t.ts'
import { deviceNow } from '../../ui/clock.ts'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'
import { type MiningInfo, secondsToCollect, waitText } from './reading.ts'

type CollectCountdownProps = {
  readonly info: MiningInfo
  /** When `info` was read, in device milliseconds. */
  readonly readAtMs: number
  readonly size?: 'md' | 'sm'
}
const sizes = {
  md: 'min-h-12 flex-1 rounded-16 px-4 text-16',
  sm: 'min-h-9 rounded-12 px-3 text-14',
}

/** Where the button was, until collecting is allowed again: no button, but when. */
export const CollectCountdown = ({ info, readAtMs, size = 'md' }: CollectCountdownProps) => {
  const t = useT()
  const seconds = useSecondsUntil(readAtMs + secondsToCollect(info) * 1_000, deviceNow)
  return (
    <p
      translate="no"
      title={t('message.no_tq')}
      className={`num inline-flex items-center justify-center border border-dashed border-line2 text-center leading-tight font-semibold text-t2 ${sizes[size]}`}
    >
      {t('rates.collectIn', { time: waitText(seconds) })}
    </p>
  )
}
