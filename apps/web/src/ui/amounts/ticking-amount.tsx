import { useEffect, useState } from 'react'
import { deviceNow } from '../clock.ts'
import { Amount, type AmountProps } from './amount.tsx'
import { extrapolate, type Reading } from './extrapolate.ts'

const TICK_MS = 100
const CALM_TICK_MS = 10_000

export type TickingAmountProps = Omit<AmountProps, 'value' | 'fixed'> & { readonly reading: Reading }

/** Current value of a reading, updated ten times a second; with reduced motion every ten seconds. */
const useRunning = (reading: Reading): bigint => {
  const [nowMs, setNowMs] = useState(deviceNow)
  const running = reading.ratePerSecond > 0n
  useEffect(() => {
    if (!running) return
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const timer = setInterval(
      () => {
        if (document.visibilityState === 'visible') setNowMs(deviceNow())
      },
      calm ? CALM_TICK_MS : TICK_MS,
    )
    return () => clearInterval(timer)
  }, [running])
  return extrapolate(reading, nowMs)
}

/**
 * An amount that runs between two server readings without exceeding the real one. Screen readers get the
 * reading, not every update.
 */
export const TickingAmount = ({ reading, ...rest }: TickingAmountProps) => {
  const value = useRunning(reading)
  return (
    <>
      <span aria-hidden="true">
        <Amount value={value} fixed={reading.ratePerSecond > 0n} {...rest} />
      </span>
      <span className="sr-only">
        <Amount value={reading.value} {...rest} />
      </span>
    </>
  )
}
