import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { PATHS } from '../src/pages/paths.ts'
import { bootPages } from './first-page.ts'

const MARK = '<script src="./boot.js"></script>'
const LAST_MARK = '<script src="./close-policy.js"></script>'
const LAST_FILE = fileURLToPath(new URL('./close-policy.js', import.meta.url))
const ICON = 'href="./icon.svg"'
const ICON_FILE = fileURLToPath(new URL('../public/icon.svg', import.meta.url))

/** Removes comments and nothing else, so that no minifier is needed. */
export const bare = (source: string): string =>
  source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n')

/** Source of boot.js with the manifest's pages (first-page.ts), as it is in the document. */
export const bootScript = (source: string): string =>
  bare(source)
    .replace('__HOME_ALIAS__', PATHS.homeAlias)
    .replace("'__FIRST_PAGES__'", () => JSON.stringify(bootPages()))

const dataUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg.trim())}`

/**
 * Inserts `boot.js`, `close-policy.js` and the icon into the page. Separate requests would delay the first
 * paint, and take a connection from the app's code. Inline scripts run only while the page is parsed (ADR
 * 0066).
 */
export const boot = (script: string): Plugin => ({
  name: 'dr-boot',
  transformIndexHtml: {
    order: 'pre',
    handler(html) {
      if (![MARK, LAST_MARK, ICON].every((mark) => html.includes(mark)))
        throw new Error('index.html has no place for them')
      return html
        .replace(MARK, () => `<script>${bootScript(readFileSync(script, 'utf8'))}</script>`)
        .replace(LAST_MARK, () => `<script>${bare(readFileSync(LAST_FILE, 'utf8'))}</script>`)
        .replace(ICON, () => `href="${dataUrl(readFileSync(ICON_FILE, 'utf8'))}"`)
    },
  },
})
