import { LOCALE_NAMES, LOCALES, type Locale } from '@dr/protocol/constants'
import { en, type TextKey, type Texts } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { ms } from './ms.ts'
import { vi } from './vi.ts'
import { zhCN } from './zh-cn.ts'
import { zhTW } from './zh-tw.ts'

export type { TextKey }

export type Language = Locale
export const LANGUAGES: Readonly<Record<Language, Texts>> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  en,
  ko,
  ja,
  ms,
  vi,
}
export const LANGUAGE_NAMES = LOCALE_NAMES

export const isLanguage = (text: string): text is Language => LOCALES.some((locale) => locale === text)

/** Chinese as it is written in Taiwan, Hong Kong and Macau. */
const TRADITIONAL = /^zh-(?!Hans)(?:.*-)?(?:Hant|TW|HK|MO)\b/i

/** The first of the browser's languages that the page has; English otherwise. */
export const chooseLanguage = (preferred: readonly string[]): Language => {
  for (const tag of preferred) {
    if (isLanguage(tag)) return tag
    if (TRADITIONAL.test(tag)) return 'zh-TW'
    if (tag.startsWith('zh')) return 'zh-CN'
    const short = tag.split('-')[0] ?? ''
    if (isLanguage(short)) return short
  }
  return 'en'
}

/** A text with its names filled in. */
export const fill = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
