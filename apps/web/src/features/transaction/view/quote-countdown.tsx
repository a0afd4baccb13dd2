import { useEffect, useState } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { deviceNow } from '../../../ui/clock.ts'
import { type Plan, renewsInSeconds } from '../plan/plan.ts'

const TICK_MS = 1_000

/** This device's clock, updated each second; initially `startMs`. */
export const useNow = (startMs: number): number => {
  const [nowMs, setNowMs] = useState(startMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(deviceNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

/** Time until the quote renews itself, in a calm line: nothing is lost at its end. */
export const QuoteCountdown = ({ plan }: { readonly plan: Plan }) => {
  const t = useT()
  const nowMs = useNow(plan.readAtMs)
  const whole = renewsInSeconds(plan, plan.readAtMs) ?? 0
  const left = renewsInSeconds(plan, Math.max(nowMs, plan.readAtMs)) ?? 0
  return (
    <div>
      <p role="timer" translate="no" className="num text-center text-12 text-t2">
        {left > 0 ? t('tx.quote.left', { seconds: left }) : t('tx.quote.renewing')}
      </p>
      <div className="mt-1 h-0.5 overflow-hidden rounded-6 bg-s3" aria-hidden="true">
        <div
          className="h-full origin-left bg-gold-fill transition-transform duration-1000 ease-linear"
          style={{ transform: `scaleX(${whole === 0 ? 0 : left / whole})` }}
        />
      </div>
    </div>
  )
}
