import { useEffect, useState } from 'react'
import { Amount, type AmountProps } from './amount.tsx'
import { extrapolate, type Reading } from './extrapolate.ts'

const TICK_MS = 100
const CALM_TICK_MS = 10_000

export type TickingAmountProps = Omit<AmountProps, 'value' | 'fixed'> & { readonly reading: Reading }

/**
 * An amount that runs between two server readings and never past the truth. Readers of the screen hear the reading,
 * not every tick; with reduced motion it moves every ten seconds.
 */
export function TickingAmount({ reading, ...rest }: TickingAmountProps) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  const running = reading.ratePerSecond > 0n
  useEffect(() => {
    if (!running) return
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const timer = setInterval(
      () => {
        if (document.visibilityState === 'visible') setNowMs(Date.now())
      },
      calm ? CALM_TICK_MS : TICK_MS,
    )
    return () => clearInterval(timer)
  }, [running])
  return (
    <>
      <span aria-hidden="true">
        <Amount value={extrapolate(reading, nowMs)} fixed={running} {...rest} />
      </span>
      <span className="sr-only">
        <Amount value={reading.value} {...rest} />
      </span>
    </>
  )
}
