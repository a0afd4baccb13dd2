import type { Plugin } from 'vite'

/** Names of the chunks that the first page needs besides what the entry imports itself. */
const FIRST_PAGE = 'home'

/**
 * Tells the browser early what the entry will ask for late: the first page's chunk by a preload, and the catalogs'
 * file names in an attribute, from which `boot.js` preloads the one of the reader's language. The style sheet (7 kB
 * compressed) comes inside the page: no second connection stands before the first paint.
 */
export function firstLoad(locales: readonly string[]): Plugin {
  return {
    name: 'dr-first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
        const fileOf = (name: string): string | undefined =>
          chunks.find((chunk) => chunk.name === name)?.fileName
        const catalogs = Object.fromEntries(locales.map((locale) => [locale, fileOf(locale)]))
        const page = fileOf(FIRST_PAGE)
        if (page === undefined || Object.values(catalogs).includes(undefined)) {
          throw new Error('the first page or a catalog has no chunk of its own name')
        }
        const style = Object.values(bundle ?? {}).find((file) => file.fileName.endsWith('.css'))
        if (style?.type !== 'asset') throw new Error('the build has no style sheet')
        const attribute = JSON.stringify(catalogs).replaceAll('"', '&quot;')
        return {
          html: html
            .replace('<html ', `<html data-catalogs="${attribute}" `)
            .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${String(style.source).trim()}</style>`),
          tags: [
            {
              tag: 'link',
              attrs: { rel: 'modulepreload', crossorigin: true, href: `./${page}` },
              injectTo: 'head',
            },
          ],
        }
      },
    },
  }
}
