import { createContext, type ReactNode, useContext, useDeferredValue } from 'react'

/** Whether a page comes whole at once: it is shown from somewhere below its top. */
export const RenderEager = createContext(false)

/**
 * What is below the first screen: drawn after it, in a turn of its own, so that a finger is answered
 * between.
 */
export const DeferBelowFold = ({ children }: { readonly children: ReactNode }) => {
  const whole = useContext(RenderEager)
  const now = useDeferredValue(true, whole)
  return now ? children : null
}
