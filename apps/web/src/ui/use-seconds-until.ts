import { useEffect, useState } from 'react'

const secondsUntil = (until: number | null, now: () => number): number =>
  until === null ? 0 : Math.max(0, Math.ceil((until - now()) / 1_000))

/**
 * Whole seconds until a time (milliseconds since the epoch, by the clock `now`); 0 after it, or without
 * one.
 */
export const useSecondsUntil = (until: number | null, now: () => number): number => {
  const [seconds, setSeconds] = useState(() => secondsUntil(until, now))
  useEffect(() => {
    setSeconds(secondsUntil(until, now))
    if (secondsUntil(until, now) === 0) return
    const timer = setInterval(() => {
      const left = secondsUntil(until, now)
      setSeconds(left)
      if (left === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until, now])
  return seconds
}
