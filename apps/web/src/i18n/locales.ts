import { DEFAULT_LOCALE, LOCALES, type Locale } from '@dr/protocol/constants'

export { DEFAULT_LOCALE, LOCALES, type Locale }

/** Each language by its own name. */
export const LOCALE_NAMES: Record<Locale, string> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  en: 'English',
  ko: '한국어',
  ja: '日本語',
  ms: 'Bahasa Melayu',
  vi: 'Tiếng Việt',
}

/** Local storage key of the requirement (§2). */
const STORAGE_KEY = 'locale'

const isLocale = (text: string | null): text is Locale => LOCALES.some((locale) => locale === text)

/** The language chosen last; Simplified Chinese when none was, or storage is closed to us. */
export function readLocale(): Locale {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return isLocale(stored) ? stored : DEFAULT_LOCALE
  } catch {
    return DEFAULT_LOCALE
  }
}

/** False when storage refuses: the choice then lasts as long as the page. */
export function storeLocale(locale: Locale): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, locale)
    return true
  } catch {
    return false
  }
}
