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

/** Comments are for us; nothing else of the file is changed, so that no minifier is needed for it. */
export const bare = (source: string): string =>
  source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n')

/** The source of boot.js with the manifest's pages (first-page.ts) in it, as it is in the document. */
export const bootScript = (source: string): string =>
  bare(source)
    .replace('__HOME_ALIAS__', PATHS.homeAlias)
    .replace("'__FIRST_PAGES__'", () => JSON.stringify(bootPages()))

const dataUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg.trim())}`

/**
 * Puts `boot.js`, `close-policy.js` and the icon into the page. A request of its own would come before the
 * first paint for the one, and take a connection from the app's code for the icon. Scripts inside the page
 * run while it is read, and no longer (ADR 0066).
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
