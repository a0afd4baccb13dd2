import { createContext, type ReactNode, useContext, useDeferredValue } from 'react'

/** Whether a page renders completely at once, since it is not shown from its top. */
export const RenderEager = createContext(false)

/** Renders content below the first screen later, with input handled in between. */
export const DeferBelowFold = ({ children }: { readonly children: ReactNode }) => {
  const whole = useContext(RenderEager)
  const now = useDeferredValue(true, whole)
  return now ? children : null
}
