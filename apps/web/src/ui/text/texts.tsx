import { createContext, type ReactNode, useContext } from 'react'
import type { QuantityLimits, QuantityProblem } from '../form/quantity.ts'

/** Texts that ui components need; the app fills them from the catalogs. */
export type UiTexts = {
  readonly back: string
  readonly close: string
  readonly copy: string
  readonly copied: string
  readonly copyFailed: string
  readonly retry: string
  readonly reload: string
  /** A part of the app failed to load. */
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
  /** Note that the last read failed and older data is shown. */
  readonly stale: string
  /** Text of an error; null for a silent one. */
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
