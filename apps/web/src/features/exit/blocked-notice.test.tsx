import { fileURLToPath } from 'node:url'
import { LOCALES } from '@dr/protocol/constants'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { compileCatalog, readCatalog } from '../../../build/catalogs.ts'
import { i18n } from '../../i18n/i18n.ts'
import { moment } from '../../ui/text/moment.ts'
import { BlockedNotice } from './blocked-notice.tsx'

const SINCE = 1_767_225_600

/** The notice in a language, and that language's texts. */
const shown = (locale: string, reason: string) => {
  const texts = readCatalog(fileURLToPath(new URL(`../../i18n/catalogs/${locale}.json`, import.meta.url)))
  i18n.loadAndActivate({ locale, messages: compileCatalog(texts) as never })
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <BlockedNotice blocked={{ since: SINCE, reason }} onCheck={() => undefined} />
    </I18nProvider>,
  )
  return { html, text: html.replaceAll(/<[^>]*>/g, '\n'), texts }
}

it.each(LOCALES)('%s: since when, why, and the way that stays open', (locale) => {
  const { text, texts } = shown(locale, 'three wallets, one voice')
  expect(text).toContain('three wallets, one voice')
  expect(text).toContain(moment(SINCE))
  for (const key of ['title', 'means', 'leave']) expect(text).toContain(texts[`exit.blocked.${key}`])
  expect(text).toContain(texts['exit.left.check'])
})

it('the reason is text: no markup of it, and no placeholder', () => {
  const { html } = shown('en', '<img src=x onerror=alert(1)> {since} & “so”')
  expect(html).not.toContain('<img')
  expect(html).toContain('Reason given: “&lt;img src=x onerror=alert(1)&gt; {since} &amp; “so””.')
})
