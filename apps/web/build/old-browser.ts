import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LOCALES } from '@dr/protocol/constants'
import type { Plugin } from 'vite'
import { readBaseline } from './baseline.ts'
import { bare } from './boot.ts'
import { readCatalog } from './catalogs.ts'

const MARK = '<script src="./old-browser-check.js"></script>'
const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`./${name}`, import.meta.url)), 'utf8')

/** Script of the page for old browsers, with its texts in every language. */
export const oldBrowserPage = (catalogs: string): string => {
  const { chrome, ios_saf, firefox } = readBaseline()
  const texts = LOCALES.map((locale) => {
    const messages = readCatalog(join(catalogs, `${locale}.json`))
    const text = messages['oldBrowser.text']
      ?.replace('{ios}', ios_saf)
      .replace('{chrome}', chrome)
      .replace('{firefox}', firefox)
    return [locale, { title: messages['oldBrowser.title'], text }] as const
  })
  return bare(read('old-browser-page.js')).replace("'__TEXTS__'", () =>
    JSON.stringify(Object.fromEntries(texts)),
  )
}

/** Inline check; an old browser runs nothing else. */
export const oldBrowserCheck = (): string => bare(read('old-browser-check.js'))

/**
 * Serves a plain translated page to browsers below the baseline. The check is inline, before everything
 * else; only such browsers request the page's file.
 */
export const oldBrowser = (catalogs: string): Plugin => ({
  name: 'dr-old-browser',
  transformIndexHtml: {
    order: 'pre',
    handler(html) {
      if (!html.includes(MARK)) throw new Error('index.html has no place for the check of the browser')
      return html.replace(MARK, () => `<script>${oldBrowserCheck()}</script>`)
    },
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'old-browser.js', source: oldBrowserPage(catalogs) })
  },
})
