import { createContext, type ReactNode, useContext } from 'react'
import type { QuantityLimits, QuantityProblem } from '../form/quantity.ts'

/** The few words ui components need of themselves; the app fills them from the catalogs. */
export type UiTexts = {
  readonly back: string
  readonly close: string
  readonly copy: string
  readonly copied: string
  readonly copyFailed: string
  readonly retry: string
  readonly reload: string
  /** A part of the app did not load. */
  readonly partFailed: string
  readonly partFailedKept: string
  readonly menu: string
  readonly increase: string
  readonly decrease: string
  readonly quantityProblem: (problem: QuantityProblem, limits: QuantityLimits) => string
  readonly tableOf: string
  readonly wholeAddress: string
  readonly loadFailed: string
  readonly loadFailedKept: string
  /** What is on the screen was read earlier; the latest reading failed. */
  readonly stale: string
  /** What an error says to people; null for one that passes silently. */
  readonly errorText: (error: unknown) => string | null
}

const Context = createContext<UiTexts | null>(null)

export const UiTextsProvider = ({
  texts,
  children,
}: {
  readonly texts: UiTexts
  readonly children: ReactNode
}) => <Context value={texts}>{children}</Context>

export const useUiTexts = (): UiTexts => {
  const texts = useContext(Context)
  if (!texts) throw new Error('UiTextsProvider is missing')
  return texts
}
