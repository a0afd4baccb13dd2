import { DEBOUNCE_MS } from '@dr/protocol/constants'
import { useEffect, useState } from 'react'

/** The value once it has not changed for half a second (requirement §9). */
export const useSettled = <Value>(value: Value): Value => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
