import { useLingui } from '@lingui/react'
import type { Locale } from './locales.ts'
import { type Translate, withCounts } from './translate.ts'

/** `t('home.collect')`, in the reader's language. */
export const useT = (): Translate => {
  // `_` is a new function after each change of language; memoised callers therefore notice it.
  const { _ } = useLingui()
  return (key, values) => _(key, withCounts(values))
}

export const useLocale = (): Locale => useLingui().i18n.locale as Locale
