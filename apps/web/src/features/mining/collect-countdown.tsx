import { useT } from '../../i18n/use-t.ts'
import { waitAboutText, waitText } from '../../i18n/wait-text.ts'
import { deviceNow } from '../../ui/clock.ts'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'
import { type MiningInfo, secondsToCollect } from './reading.ts'

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

/**
 * Time until collecting is allowed, in place of the button. With too little accrued it is estimated from
 * the rate; nothing without a rate.
 */
export const CollectCountdown = ({ info, readAtMs, size = 'md' }: CollectCountdownProps) => {
  const t = useT()
  const wait = secondsToCollect(info)
  const seconds = useSecondsUntil(readAtMs + wait * 1_000, deviceNow)
  if (wait === 0 && info.ratePerDay === '0') return null
  const isEstimate = info.notCollectable === 'below-minimum'
  return (
    <p
      translate="no"
      className={`num inline-flex items-center justify-center border border-dashed border-line2 text-center leading-tight font-semibold text-t2 ${sizes[size]}`}
    >
      {t(isEstimate ? 'rates.collectAbout' : 'rates.collectIn', {
        // Enough has already been mined: it is collectable after the next release.
        time: (isEstimate ? waitAboutText : waitText)(Math.max(seconds, 60)),
      })}
    </p>
  )
}
