import { en, type TextKey, type Texts } from './en.ts'
import { zhCN } from './zh-cn.ts'

export type { TextKey }

export const LANGUAGES = { 'zh-CN': zhCN, en } as const satisfies Readonly<Record<string, Texts>>
export type Language = keyof typeof LANGUAGES
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { 'zh-CN': '简体中文', en: 'English' }

export const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text)

/** The first of the browser's languages that the page has; English otherwise. */
export const chooseLanguage = (preferred: readonly string[]): Language => {
  for (const tag of preferred) {
    if (isLanguage(tag)) return tag
    if (tag.startsWith('zh')) return 'zh-CN'
    const short = tag.split('-')[0] ?? ''
    if (isLanguage(short)) return short
  }
  return 'en'
}

/** A text with its names filled in. */
export const fill = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
