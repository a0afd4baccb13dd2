import { first as firstTexts, more as moreTexts } from 'virtual:catalogs'
import { setupI18n } from '@lingui/core'
import { DEFAULT_LOCALE, type Locale } from './locales.ts'

/** The app's Lingui instance; messages are compiled, so no parser is needed here. */
export const i18n = setupI18n()

/** Set once a second page was opened: languages then load with all their texts. */
let wantsMore = false
let complete: Locale | null = null

/** Last requested language, and its loading. */
let requested: Locale = DEFAULT_LOCALE
let activating: Promise<void> = Promise.resolve()

/** Loads a language and switches to it; on failure the present one stays. */
export const activateLocale = (locale: Locale): Promise<void> => {
  requested = locale
  activating = activate(locale)
  return activating
}

const activate = async (locale: Locale): Promise<void> => {
  const whole = wantsMore
  const [first, more] = await Promise.all([firstTexts[locale](), whole ? moreTexts[locale]() : null])
  i18n.loadAndActivate({ locale, messages: { ...first.messages, ...more?.messages } })
  if (whole) complete = locale
  document.documentElement.lang = locale
}

/** Loads the texts of everything but the first page; other pages and sheets wait for them (`withTexts`). */
const loadMoreTexts = async (): Promise<void> => {
  wantsMore = true
  const early = complete === requested ? null : moreTexts[requested]().catch(() => null)
  // The caller reports a language that fails to load; the previous one stays.
  await activating.catch(() => undefined)
  await early
  const locale = i18n.locale as Locale
  if (complete === locale) return
  const { messages } = await moreTexts[locale]()
  // The language was changed meanwhile, so its own texts are still missing.
  if (i18n.locale !== locale) return loadMoreTexts()
  i18n.load(locale, messages)
  complete = locale
}

/** Loads code together with its texts, for every page but the first, and for sheets of the first. */
export const withTexts =
  <Module>(load: () => Promise<Module>): (() => Promise<Module>) =>
  async () => {
    const [module] = await Promise.all([load(), loadMoreTexts()])
    return module
  }
