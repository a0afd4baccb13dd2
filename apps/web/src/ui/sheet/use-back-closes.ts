import { useEffect, useEffectEvent } from 'react'
import { backLayers } from './back-layers.ts'

/** While `open`, "back" calls `close` and leaves the page alone. */
export const useBackCloses = (open: boolean, close: () => void): void => {
  const asked = useEffectEvent(close)
  useEffect(() => (open ? backLayers().add(() => asked()) : undefined), [open])
}
