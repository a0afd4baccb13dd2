import { DEFAULT_LOCALE, LOCALES, type Locale } from '@dr/protocol/constants'
import { readStored, STORAGE_KEYS, writeStored } from '../lib/storage.ts'

export { DEFAULT_LOCALE, LOCALES, type Locale }

/** Name of each language in that language. */
export const LOCALE_NAMES: Record<Locale, string> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  en: 'English',
  ko: '한국어',
  ja: '日本語',
  ms: 'Bahasa Melayu',
  vi: 'Tiếng Việt',
}

const isLocale = (text: string | null): text is Locale => LOCALES.some((locale) => locale === text)

/** Last chosen language; Simplified Chinese by default. */
export const readLocale = (): Locale => {
  const stored = readStored(STORAGE_KEYS.locale)
  return isLocale(stored) ? stored : DEFAULT_LOCALE
}

export const storeLocale = (locale: Locale): void => writeStored(STORAGE_KEYS.locale, locale)
