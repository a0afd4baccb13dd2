import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const MARK = '<script src="./boot.js"></script>'

/** Comments are for us; nothing else of the file is changed, so that no minifier is needed for it. */
const bare = (source: string): string =>
  source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n')

/**
 * Puts `boot.js` into the page: a request of its own would stand before the first paint. The content security policy
 * stays strict: the server allows exactly the scripts of the page it serves, by their hashes (http/inline-scripts.ts).
 */
export function boot(file: string): Plugin {
  return {
    name: 'dr-boot',
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        if (!html.includes(MARK)) throw new Error('index.html has no place for boot.js')
        return html.replace(MARK, () => `<script>${bare(readFileSync(file, 'utf8'))}</script>`)
      },
    },
  }
}
