import type { Plugin, Rolldown } from 'vite'

type OutputChunk = Rolldown.OutputChunk

/** Names of the chunks that the first page needs besides what the entry imports itself. */
const FIRST_PAGE = 'home'

/** What the first page adds for who is signed in (pages/home/mine.tsx). */
const FIRST_PAGE_MINE = 'mine'

/** The chunks of `start`, and what they import, and so on. */
function withImports(chunks: readonly OutputChunk[], start: readonly OutputChunk[]): readonly OutputChunk[] {
  const found = new Set<OutputChunk>()
  const add = (chunk: OutputChunk | undefined): void => {
    if (chunk === undefined || found.has(chunk)) return
    found.add(chunk)
    for (const file of chunk.imports) add(chunks.find(({ fileName }) => fileName === file))
  }
  for (const chunk of start) add(chunk)
  return [...found]
}

/** Every chunk that opening the first page loads, signed in or not: its own and the entry's, and what they import. */
const firstChunks = (chunks: readonly OutputChunk[]): readonly OutputChunk[] =>
  withImports(
    chunks,
    chunks.filter(({ isEntry, name }) => isEntry || [FIRST_PAGE, FIRST_PAGE_MINE].includes(name)),
  )

/** What the first page's own chunk needs and the entry does not import: the browser would find it a round trip late. */
function preloads(chunks: readonly OutputChunk[]): readonly string[] {
  const early = new Set(
    withImports(
      chunks,
      chunks.filter(({ isEntry }) => isEntry),
    ),
  )
  const page = withImports(
    chunks,
    chunks.filter(({ name }) => name === FIRST_PAGE),
  )
  return page.filter((chunk) => !early.has(chunk)).map(({ fileName }) => fileName)
}

/** A text that the first page names must come with it; one that comes later would be shown by its bare key. */
function refuseLateTexts(chunks: readonly OutputChunk[], lateKeys: readonly string[]): void {
  const code = firstChunks(chunks)
    .map((chunk) => chunk.code)
    .join('\n')
  const named = lateKeys.filter((key) => ['"', "'", '`'].some((quote) => code.includes(quote + key + quote)))
  if (named.length > 0) throw new Error(`the first page names texts that come later: ${named.join(', ')}`)
}

/**
 * Tells the browser early what the entry will ask for late: the first page's chunks by preloads, and the catalogs'
 * file names in an attribute, from which `boot.js` preloads the one of the reader's language. The style sheet (7 kB
 * compressed) comes inside the page: no second connection stands before the first paint.
 */
export function firstLoad(locales: readonly string[], lateKeys: readonly string[]): Plugin {
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
        refuseLateTexts(chunks, lateKeys)
        if (fileOf(FIRST_PAGE) === undefined || Object.values(catalogs).includes(undefined)) {
          throw new Error('the first page or a catalog has no chunk of its own name')
        }
        const style = Object.values(bundle ?? {}).find((file) => file.fileName.endsWith('.css'))
        if (style?.type !== 'asset') throw new Error('the build has no style sheet')
        const attribute = JSON.stringify(catalogs).replaceAll('"', '&quot;')
        return {
          html: html
            .replace('<html ', `<html data-catalogs="${attribute}" `)
            .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${String(style.source).trim()}</style>`),
          tags: preloads(chunks).map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
            injectTo: 'head' as const,
          })),
        }
      },
    },
  }
}
