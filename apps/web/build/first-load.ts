import type { Plugin, Rolldown } from 'vite'
import { ANSWER_CHUNK, APP_CHUNKS, HOME_CHUNK, HOME_USER_CHUNK } from './first-page.ts'

type OutputChunk = Rolldown.OutputChunk

/** Page files are named like the requirement's routes. */
const PAGE_FILE = /\/src(\/pages\/[A-Za-z]+\/[A-Za-z0-9]+)\.tsx$/
const MORE_TEXTS = /^\0virtual:catalog\/([A-Za-z-]+)\/more$/

/** Chunks of `start` with all direct and indirect imports. */
const withImports = <Chunk extends Pick<OutputChunk, 'fileName' | 'imports'>>(
  chunks: readonly Chunk[],
  start: readonly Chunk[],
): readonly Chunk[] => {
  const found = new Set<Chunk>()
  const add = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || found.has(chunk)) return
    found.add(chunk)
    for (const file of chunk.imports) add(chunks.find(({ fileName }) => fileName === file))
  }
  for (const chunk of start) add(chunk)
  return [...found]
}

const named = <Chunk extends Pick<OutputChunk, 'isEntry' | 'name'>>(
  chunks: readonly Chunk[],
  ...names: string[]
): readonly Chunk[] => chunks.filter(({ isEntry, name }) => isEntry || names.includes(name))

/** Files of the first page, signed in or not: they work offline. */
export const firstFiles = (chunks: readonly OutputChunk[]): readonly string[] =>
  withImports(chunks, named(chunks, ...APP_CHUNKS, HOME_CHUNK, HOME_USER_CHUNK)).map(
    ({ fileName }) => fileName,
  )

/** The first texts of a language. */
export const textFiles = (chunks: readonly OutputChunk[], locale: string): readonly string[] =>
  chunks.filter(({ name }) => name === locale).map(({ fileName }) => fileName)

/** Refuses a first page that uses a text of a later catalog: its bare key would be shown. */
const refuseLateTexts = (chunks: readonly OutputChunk[], lateKeys: readonly string[]): void => {
  const first = new Set(firstFiles(chunks))
  const code = chunks
    .filter(({ fileName }) => first.has(fileName))
    .map((chunk) => chunk.code)
    .join('\n')
  const late = lateKeys.filter((key) => ['"', "'", '`'].some((quote) => code.includes(quote + key + quote)))
  if (late.length > 0) throw new Error(`the first page names texts that come later: ${late.join(', ')}`)
}

/** Files that `boot.js` preloads: first and other texts by language, page files by route. */
interface Early {
  readonly texts: Readonly<Record<string, string>>
  readonly more: Readonly<Record<string, string>>
  readonly pages: Readonly<Record<string, readonly string[]>>
  /** Further files of a signed-in user's first page. */
  readonly mine: readonly string[]
  /** Files that a page needs for a signed-in user's calls. */
  readonly calls: readonly string[]
}

const readEarly = (chunks: readonly OutputChunk[], locales: readonly string[]): Early => {
  const always = new Set(withImports(chunks, named(chunks, ...APP_CHUNKS)))
  const own = (start: readonly OutputChunk[]): string[] =>
    withImports(chunks, start)
      .filter((chunk) => !always.has(chunk))
      .map(({ fileName }) => fileName)
  const moduleOf = ({ facadeModuleId }: OutputChunk): string => facadeModuleId ?? ''
  const pages = chunks.flatMap((chunk) => {
    const route = chunk.name === HOME_CHUNK ? '/' : PAGE_FILE.exec(moduleOf(chunk))?.[1]
    return route === undefined || chunk.name === HOME_USER_CHUNK ? [] : [[route, own([chunk])] as const]
  })
  const more = chunks.flatMap((chunk) => {
    const locale = MORE_TEXTS.exec(moduleOf(chunk))?.[1]
    return locale === undefined ? [] : [[locale, chunk.fileName] as const]
  })
  const texts = locales.flatMap((locale) => textFiles(chunks, locale).map((file) => [locale, file] as const))
  const first = chunks.filter(({ name }) => name === HOME_CHUNK)
  const withoutMine = new Set(own(first))
  const mine = own(chunks.filter(({ name }) => name === HOME_USER_CHUNK))
  const calls = own(chunks.filter(({ name }) => name === ANSWER_CHUNK))
  if (calls.length === 0) throw new Error('what answers have to be has no chunk of its own')
  if (first.length === 0 || texts.length < locales.length || more.length < locales.length) {
    throw new Error('the first page or a catalog has no chunk of its own name')
  }
  return {
    texts: Object.fromEntries(texts),
    more: Object.fromEntries(more),
    pages: Object.fromEntries(pages),
    mine: mine.filter((file) => !withoutMine.has(file)),
    calls,
  }
}

/**
 * Preloads the entry's later requests: the app's chunks by link elements; page and language files by an
 * attribute that `boot.js` reads. The style sheet (8 kB compressed) is inline, so the first paint needs no
 * second connection. Preloads have low priority, since that paint does not need them.
 */
export const firstLoad = (locales: readonly string[], lateKeys: readonly string[]): Plugin => {
  return {
    name: 'dr-first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const files = Object.values(bundle ?? {})
        const chunks = files.filter((file) => file.type === 'chunk')
        refuseLateTexts(chunks, lateKeys)
        const style = files.find((file) => file.fileName.endsWith('.css'))
        if (style?.type !== 'asset') throw new Error('the build has no style sheet')
        const attribute = JSON.stringify(readEarly(chunks, locales)).replaceAll('"', '&quot;')
        const entry = new Set(withImports(chunks, named(chunks)))
        // The largest first: the page waits for all of them.
        const app = withImports(chunks, named(chunks, ...APP_CHUNKS))
          .filter((chunk) => !entry.has(chunk))
          .sort((a, b) => b.code.length - a.code.length)
        return {
          html: html
            .replace('<html ', `<html data-early="${attribute}" `)
            .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${String(style.source).trim()}</style>`),
          tags: app.map(({ fileName }) => ({
            tag: 'link',
            attrs: {
              rel: 'modulepreload',
              crossorigin: true,
              fetchpriority: 'low',
              href: `./${fileName}`,
            },
            injectTo: 'head-prepend' as const,
          })),
        }
      },
    },
  }
}
