import { useLingui } from '@lingui/react'
import type { Locale } from './locales.ts'
import { type Translate, withCounts } from './translate.ts'

/** Translates into the reader's language: `t('home.collect')`. */
export const useT = (): Translate => {
  // `_` is a new function after each change of language, so that memoised callers notice it.
  const { _ } = useLingui()
  return (key, values) => _(key, withCounts(values))
}

export const useLocale = (): Locale => useLingui().i18n.locale as Locale
