import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatAmount } from '@dr/protocol/amounts'
import { COLLECT_MINIMUM, EMISSION_FIRST_PER_DAY, LOCALES, POWER_FLOOR } from '@dr/protocol/constants'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { withShortKeys } from './short-keys.ts'

const ALL = 'virtual:catalogs'
const PREFIX = 'virtual:catalog/'

/** Sections of the catalogs on the first page of every visitor; all others load with the second page. */
export const FIRST_SECTIONS = [
  'common',
  'errors',
  'home',
  'rates',
  // Its warning must need no further file.
  'release',
  'shell',
  'start',
  'local',
] as const

/** Section of the faucet and the burner wallet: only in a build for the local chain. */
const LOCAL_SECTION = 'local'

/**
 * Sections outside the app's bundles: the document's, and the page for old browsers' (build/old-browser.ts).
 */
const DOCUMENT_SECTIONS = ['document', 'old-browser']

/** Figures in the document's texts: the schedule's first ones, which the app replaces by current ones. */
const DOCUMENT_VALUES: Readonly<Record<string, string>> = {
  released: formatAmount(EMISSION_FIRST_PER_DAY),
  rate: formatAmount(EMISSION_FIRST_PER_DAY / BigInt(POWER_FLOOR)),
  floor: formatAmount(BigInt(POWER_FLOOR), { decimals: 0 }),
  minimum: formatAmount(COLLECT_MINIMUM),
}

type CatalogPart = 'first' | 'more'

type Choice = { readonly local?: boolean; readonly part?: CatalogPart | undefined }

type Messages = Record<string, string>

/** The texts of a language by section. */
export const readSections = (file: string): Readonly<Record<string, Messages>> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, Messages>

const isOfPart = (section: string, part: CatalogPart | undefined): boolean => {
  if (part === undefined) return true
  const isFirst = FIRST_SECTIONS.some((first) => first === section)
  return !DOCUMENT_SECTIONS.includes(section) && isFirst === (part === 'first')
}

/** Messages of a language, or of a part of it; each key is in one section of its file. */
export const readCatalog = (file: string, { local = true, part }: Choice = {}): Messages => {
  const merged: Messages = {}
  for (const [section, texts] of Object.entries(readSections(file))) {
    if (!(isOfPart(section, part) && (local || section !== LOCAL_SECTION))) continue
    for (const [key, text] of Object.entries(texts)) {
      if (key in merged) throw new Error(`catalog key ${key} is there twice (second time in ${section})`)
      merged[key] = text
    }
  }
  return merged
}

/** Plural rule of all supported languages: only English has a singular, for the number 1. */
const EXACTLY: Readonly<Record<string, string>> = { one: '1', other: 'other' }

/**
 * Converts plurals into choices by the number's text, and `#` into a value `{count#}`, which
 * `i18n/translate.ts` fills in. Lingui's own plurals create an `Intl.NumberFormat`, and a page's first one
 * takes 60 to 80 ms on a phone. @throws for an offset or a category that no supported language has.
 */
const withoutPlurals = (tokens: CompiledMessage, count?: string): CompiledMessage =>
  tokens.flatMap((token): CompiledMessage => {
    if (token === '#' && count !== undefined) return [[`${count}#`]]
    if (typeof token === 'string') return [token]
    const [name, type, branches] = token
    if (type !== 'plural') return [token]
    const { offset, ...cases } = branches as Readonly<Record<string, CompiledMessage>>
    if (offset !== undefined) throw new Error(`plural of ${name}: no offset is known`)
    const choices = Object.entries(cases).map(([category, branch]) => {
      const exact = /^\d+$/.test(category) ? category : EXACTLY[category]
      if (exact === undefined) throw new Error(`plural of ${name}: ${category} is not known`)
      return [exact, withoutPlurals(branch, name)] as const
    })
    const [only, ...more] = choices
    return only && more.length === 0 ? only[1] : [[name, 'select', Object.fromEntries(choices)]]
  })

/** Lingui's compiled form: a token list for every message (a bare string would count as uncompiled). */
export const compileCatalog = (messages: Record<string, string>): Record<string, CompiledMessage> =>
  Object.fromEntries(
    Object.entries(messages).map(([key, text]) => [key, withoutPlurals(compileMessageOrThrow(text))]),
  )

const fileOf = (root: string, locale: string): string => join(root, `${locale}.json`)

/** Code that loads one part of the texts, by language. */
const loadersOf = (part: CatalogPart, path: string): string => {
  const loaders = LOCALES.map((locale) => `${JSON.stringify(locale)}:()=>import('${PREFIX}${locale}${path}')`)
  return `export const ${part}={${loaders.join(',')}};`
}

/**
 * Provides `import { messages } from 'virtual:catalog/zh-CN'`: the locale's first texts, compiled at build
 * time, so that the app needs no ICU parser; `virtual:catalog/zh-CN/more` has the others, and
 * `virtual:catalogs` a loader of each by language. Replaces @lingui/vite-plugin.
 */
export const catalogs = (
  root: string,
  options: {
    readonly local: boolean
    readonly documentLocale: string
    readonly shortKeys?: ReadonlyMap<string, string>
  },
): Plugin => {
  let short: ReadonlyMap<string, string> = new Map()
  return {
    name: 'dr-catalogs',
    configResolved({ command }) {
      if (command === 'build') short = options.shortKeys ?? short
    },
    transform: {
      filter: { id: { include: /\/src\/.*\.tsx?$/, exclude: /\/node_modules\// } },
      handler: (code) => (short.size === 0 ? null : { code: withShortKeys(code, short), map: null }),
    },
    resolveId: (id) => (id === ALL || id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${ALL}`) return loadersOf('first', '') + loadersOf('more', '/more')
      if (!id.startsWith(`\0${PREFIX}`)) return null
      const [locale = '', more] = id.slice(PREFIX.length + 1).split('/')
      const file = fileOf(root, locale)
      this.addWatchFile(file)
      const part = more === undefined ? 'first' : 'more'
      const messages = Object.entries(readCatalog(file, { ...options, part }))
      const named = Object.fromEntries(messages.map(([key, text]) => [short.get(key) ?? key, text]))
      const compiled = JSON.stringify(compileCatalog(named))
      return `export const messages = JSON.parse(${JSON.stringify(compiled)})`
    },
    transformIndexHtml: {
      order: 'pre',
      // Placeholders in the document: `{{key}}` is the text in the default language; `{{every key}}` the
      // text in every language, as JSON for a single-quoted attribute; `{{each key}}` a paragraph for each
      // language, for readers without scripts.
      handler: (html) => {
        const texts = readCatalog(fileOf(root, options.documentLocale), options)
        const all = (key: string) =>
          LOCALES.map((locale) => [locale, readCatalog(fileOf(root, locale), options)[key]] as const)
        const filled = (text: string | undefined): string | undefined =>
          text?.replace(/\{(\w+)\}/g, (_, name: string) => {
            const value = DOCUMENT_VALUES[name]
            if (value === undefined)
              throw new Error(`index.html names a text with {${name}}, which has no value`)
            return value
          })
        const forms: Readonly<Record<string, (key: string) => string | undefined>> = {
          '': (key) => filled(texts[key]),
          every: (key) => JSON.stringify(Object.fromEntries(all(key))).replaceAll("'", '&#39;'),
          each: (key) =>
            all(key)
              .map(([locale, text]) => `<p lang="${locale}">${text}</p>`)
              .join(''),
        }
        return html.replace(
          /\{\{(?:(every|each) )?([\w.]+)\}\}/g,
          (_, form: string | undefined, key: string) => {
            const text = texts[key] === undefined ? undefined : forms[form ?? '']?.(key)
            if (text === undefined) throw new Error(`index.html names ${key}, which is no text`)
            return text
          },
        )
      },
    },
  }
}
