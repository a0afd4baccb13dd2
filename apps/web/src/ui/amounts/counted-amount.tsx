import { useEffect, useState } from 'react'
import { Amount, type AmountProps } from './amount.tsx'
import { COUNT_UP_AFTER_MS, COUNT_UP_MS, countUpAt } from './count-up.ts'

/** An amount that counts up once; at once with reduced motion. Screen readers get the final amount. */
export const CountedAmount = ({ value, ...rest }: Omit<AmountProps, 'fixed'>) => {
  const [shown, setShown] = useState(() =>
    matchMedia('(prefers-reduced-motion: reduce)').matches ? value : 0n,
  )
  const counting = shown !== value
  useEffect(() => {
    if (!counting) return
    const start = performance.now()
    let frame = 0
    const step = (): void => {
      const elapsed = performance.now() - start
      setShown(countUpAt(value, elapsed))
      if (elapsed < COUNT_UP_AFTER_MS + COUNT_UP_MS) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
    // Started once for each value; the displayed amount is not a dependency.
  }, [value, counting])
  return (
    <>
      <span aria-hidden="true">
        <Amount value={shown} fixed={counting} {...rest} />
      </span>
      <span className="sr-only">
        <Amount value={value} {...rest} />
      </span>
    </>
  )
}
