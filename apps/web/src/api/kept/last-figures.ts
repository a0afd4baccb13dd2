/**
 * The last figure of a page with its time: shown dimmed while the current one loads. Stored as formatted,
 * in the reader's language, for the signed-in account; `build/boot.js` draws it before the app starts.
 */

import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts'
import { getSession } from '../session/session.ts'

/** Paths of the pages that begin with one figure (pages/paths.ts, not imported here). */
export type FigurePage = '/' | '/pages/assets/assets'

export interface LastFigure {
  /** `23.14814814`, `$11,798.80`. */
  readonly figure: string
  /** `As of 11-25 12:04`. */
  readonly note: string
}

interface StoredFigures {
  /** Lower case. */
  readonly address: string
  readonly locale: string
  readonly pages?: Readonly<Partial<Record<FigurePage, LastFigure>>>
}

/** Current account and language. */
const reader = (): Pick<StoredFigures, 'address' | 'locale'> | null => {
  const session = getSession()
  return session.status === 'signed-in'
    ? { address: session.address, locale: document.documentElement.lang }
    : null
}

const keptPages = (): NonNullable<StoredFigures['pages']> => {
  const whose = reader()
  try {
    const kept = JSON.parse(readStored(STORAGE_KEYS.lastFigures) ?? 'null') as StoredFigures | null
    return kept && kept.address === whose?.address && kept.locale === whose.locale ? (kept.pages ?? {}) : {}
  } catch {
    return {} // what is there is not ours: the next figure replaces it
  }
}

export const lastFigure = (page: FigurePage): LastFigure | undefined => keptPages()[page]

export const keepFigure = (page: FigurePage, figure: LastFigure): void => {
  const whose = reader()
  if (whose === null) return
  const pages = { ...keptPages(), [page]: figure }
  writeStored(STORAGE_KEYS.lastFigures, JSON.stringify({ ...whose, pages } satisfies StoredFigures))
}
