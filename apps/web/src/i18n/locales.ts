import { DEFAULT_LOCALE, LOCALE_NAMES, LOCALES, type Locale } from '@dr/protocol/constants'
import { readStored, STORAGE_KEYS, writeStored } from '../lib/storage.ts'

export { DEFAULT_LOCALE, LOCALE_NAMES, LOCALES, type Locale }

const isLocale = (text: string | null): text is Locale => LOCALES.some((locale) => locale === text)

/** Last chosen language; Simplified Chinese by default. */
export const readLocale = (): Locale => {
  const stored = readStored(STORAGE_KEYS.locale)
  return isLocale(stored) ? stored : DEFAULT_LOCALE
}

export const storeLocale = (locale: Locale): void => writeStored(STORAGE_KEYS.locale, locale)
