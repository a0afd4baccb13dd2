import { type Messages, setupI18n } from '@lingui/core'
import type { Locale } from './locales.ts'

/** The app's one Lingui instance; messages come compiled, so no parser is needed here. */
export const i18n = setupI18n()

/**
 * Counts inside texts are written as amounts are (1,000 and 0.5) in every language: 5.000 beside 0.500 would be two
 * meanings of one point. English plural rules come with it; of our languages only English tells one from many.
 */
const NUMBERS = ['en-US']

const loaders: Record<Locale, () => Promise<{ readonly messages: Messages }>> = {
  'zh-CN': () => import('virtual:catalog/zh-CN'),
  'zh-TW': () => import('virtual:catalog/zh-TW'),
  en: () => import('virtual:catalog/en'),
  ko: () => import('virtual:catalog/ko'),
  ja: () => import('virtual:catalog/ja'),
  ms: () => import('virtual:catalog/ms'),
  vi: () => import('virtual:catalog/vi'),
}

/** Loads a language and switches to it; on failure the present one stays. */
export async function activateLocale(locale: Locale): Promise<void> {
  const { messages } = await loaders[locale]()
  i18n.loadAndActivate({ locale, locales: NUMBERS, messages })
  document.documentElement.lang = locale
}
