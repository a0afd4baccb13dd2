import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SWAP_VOUCHER_LIFETIME_SECONDS, VOUCHER_LIFETIME_SECONDS } from '@dr/protocol/constants'
import { ERRORS } from '@dr/protocol/errors'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { readCatalog } from '../../build/catalogs.ts'
import { DEFAULT_LOCALE, LOCALES, type Locale } from './locales.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const source = join(here, '..')
const catalogs = new Map<Locale, Record<string, string>>(
  LOCALES.map((locale) => [locale, readCatalog(join(here, 'catalogs', `${locale}.json`))]),
)
const messagesOf = (locale: Locale): Record<string, string> => catalogs.get(locale) ?? {}
const reference = messagesOf(DEFAULT_LOCALE)
const keys = Object.keys(reference).sort()
const others = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE)

/** Names of all placeholders of a message, including those in plural branches. */
const placeholders = (tokens: CompiledMessage): Set<string> => {
  const names = new Set<string>()
  for (const token of tokens) {
    if (typeof token === 'string') continue
    const [name, , format] = token
    if (name !== '#') names.add(name)
    if (typeof format !== 'object' || format === null) continue
    for (const branch of Object.values(format as Record<string, unknown>)) {
      if (Array.isArray(branch)) for (const inner of placeholders(branch as CompiledMessage)) names.add(inner)
    }
  }
  return names
}
const placeholdersOf = (text: string): string[] => [...placeholders(compileMessageOrThrow(text))].sort()

/** Every source file that may name a key. */
const sources = [source, join(source, '../build')]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  )
  .join('\n')

/** The document names texts itself (build/catalogs.ts). */
const index = readFileSync(join(source, '../index.html'), 'utf8')

/** Every word in single quotes: a set lookup, since a search for each key took seconds on a busy machine. */
const named = new Set(
  [...sources.matchAll(/'([^'\s]+)'/g), ...index.matchAll(/\{\{(?:(?:every|each) )?([\w.]+)\}\}/g)].map(
    ([, word = '']) => word,
  ),
)

/** Keys built at run time: `t(`backpack.state.${state}`)` uses every key that matches the pattern. */
const patterns = [...sources.matchAll(/`([a-z][\w.-]*\.[^`\s]*\$\{[^`\s]*)`/g)].map(
  ([, template = '']) =>
    new RegExp(
      `^${template
        .split(/\$\{[^}]*\}/)
        .map((part) => part.replaceAll('.', '\\.'))
        .join('[\\w-]+(?:\\.[\\w-]+)*')}$`,
    ),
)

describe('catalogs', () => {
  it.each(others)('%s has exactly the keys of zh-CN', (locale) => {
    expect(Object.keys(messagesOf(locale)).sort()).toEqual(keys)
  })

  it.each(LOCALES)('%s: every message is valid ICU and no text is empty', (locale) => {
    for (const [key, text] of Object.entries(messagesOf(locale))) {
      expect(() => compileMessageOrThrow(text), key).not.toThrow()
      expect(text.trim(), key).not.toBe('')
    }
  })

  it.each(LOCALES)('%s: an apostrophe is the typographic one', (locale) => {
    const straight = Object.entries(messagesOf(locale)).filter(([, text]) => text.includes("'"))
    expect(straight).toEqual([])
  })

  it.each(others)('%s has the placeholders of zh-CN', (locale) => {
    const messages = messagesOf(locale)
    const wrong = keys.filter(
      (key) => placeholdersOf(messages[key] ?? '').join() !== placeholdersOf(reference[key] ?? '').join(),
    )
    expect(wrong).toEqual([])
  })

  it('has no key that nothing uses', () => {
    const unused = keys.filter((key) => !named.has(key) && !patterns.some((pattern) => pattern.test(key)))
    expect(unused).toEqual([])
  })

  it('has a text for every error code', () => {
    const missing = Object.values(ERRORS).filter(({ code }) => !(`error.${code}` in reference))
    expect(missing).toEqual([])
  })
})

describe('the document', () => {
  it('has no text of its own: all of it is in the catalogs, what a reader without scripts sees in every language', () => {
    const own = index.replaceAll(/<!--[\s\S]*?-->|\{\{[^}]*\}\}/g, '')
    const shown = own.replaceAll(/<[^>]*>/g, '').trim()
    const described = [...own.matchAll(/\b(?:content|title|alt|aria-label)="([^"]*)"/g)].map(
      ([, text = '']) => text,
    )
    expect(shown).toBe('')
    expect(described.filter((text) => HAN.test(text) || /\p{L}+ \p{L}+ /u.test(text))).toEqual([])
    expect(index).toMatch(/<noscript>.*\{\{each document\.noScript\}\}.*<\/noscript>/)
  })

  it('is called in the manifest as in itself', () => {
    const manifest = JSON.parse(
      readFileSync(join(source, '../public/manifest.webmanifest'), 'utf8'),
    ) as object
    expect(manifest).toMatchObject({
      lang: DEFAULT_LOCALE,
      name: reference['document.title'],
      short_name: reference['shell.brand'],
      description: reference['document.description'],
    })
  })
})

describe('says what is true', () => {
  const numbersOf = (locale: Locale, key: string): readonly number[] =>
    [...(messagesOf(locale)[key] ?? '').matchAll(/\d+/g)].map(Number)

  /**
   * 1023 is “coming soon” for features never opened, and also the answer for those that an operator has
   * stopped.
   */
  const NOT_YET: Readonly<Partial<Record<Locale, RegExp>>> = {
    'zh-CN': /尚未|还没/,
    'zh-TW': /尚未|還沒/,
    en: /\byet\b/i,
    ko: /아직/,
    ja: /まだ/,
    ms: /\bbelum\b/i,
    vi: /chưa/i,
  }
  it.each(Object.entries(NOT_YET))(
    '%s: a function that is not open may have been, and may open again',
    (locale, notYet) => {
      expect(messagesOf(locale as Locale)['error.1023']).not.toMatch(notYet)
    },
  )

  it.each(LOCALES)('%s: how long a voucher is good for, and a swap’s', (locale) => {
    expect(numbersOf(locale, 'guide.voucher.a')).toEqual([
      VOUCHER_LIFETIME_SECONDS / 60,
      SWAP_VOUCHER_LIFETIME_SECONDS,
    ])
  })
})

/** Names, symbols, and words shared with English; any other equal text is untranslated. */
const SHARED: Partial<Record<Locale, readonly string[]>> = {
  ms: [
    'shell.menu',
    'shell.theme.system',
    'home.packages.minimum',
    'ledger.kind',
    'platform.parameters',
    'tx.row.drawDigit',
    'wallet.faucet.title',
  ],
  vi: ['shell.menu', 'security.email', 'assets.account.2.short'],
}
const HAN = /\p{Script=Han}/u
const WORDS = /[a-z]{4,}/i
/** Text without placeholders, and without names and commands that are the same in every language. */
const bare = (text: string): string =>
  text
    .replaceAll(/\{[^{}]*\}/g, '')
    .replaceAll(/npm run \w+/g, '')
    .replaceAll(/\b(?:Digital Rights|USDT|USDR|DRGV|DR|POD|CSV|USD|BNB|WalletConnect|EIP-\d+|ETH)\b/g, '')

/** Readable words of a message, without placeholders, plural grammar and names. */
const words = (tokens: CompiledMessage): string =>
  tokens
    .map((token) => {
      if (typeof token === 'string') return token
      const [, , format] = token
      if (typeof format !== 'object' || format === null) return ' '
      return Object.values(format as Record<string, unknown>)
        .map((branch) => (Array.isArray(branch) ? words(branch as CompiledMessage) : String(branch)))
        .join(' · ')
    })
    .join('')
const wordsOf = (locale: Locale, key: string): string =>
  bare(words(compileMessageOrThrow(messagesOf(locale)[key] ?? '')))

/** Names that are written alike in every language. */
const SAME_EVERYWHERE: readonly string[] = []

describe('looks translated', () => {
  it.each(['ko', 'ja', 'ms', 'vi', 'zh-TW'] as const)(
    '%s differs from English where there are words',
    (locale) => {
      const english = messagesOf('en')
      const same = keys.filter((key) => {
        const text = messagesOf(locale)[key] ?? ''
        return text === english[key] && WORDS.test(bare(text)) && !SHARED[locale]?.includes(key)
      })
      expect(same).toEqual([])
    },
  )

  it.each(['en', 'ko', 'ms', 'vi'] as const)('%s differs from zh-CN where there are words', (locale) => {
    const letters = /\p{L}{4,}/u
    const same = keys.filter((key) => {
      const text = messagesOf(locale)[key] ?? ''
      return text === reference[key] && letters.test(wordsOf(locale, key)) && !SAME_EVERYWHERE.includes(key)
    })
    expect(same).toEqual([])
  })

  it.each(['en', 'ko', 'ms', 'vi'] as const)('%s has no Chinese characters', (locale) => {
    expect(keys.filter((key) => HAN.test(messagesOf(locale)[key] ?? ''))).toEqual([])
  })

  /** Characters in a form that only Simplified Chinese has, not Traditional Chinese or Japanese. */
  const simplified = /[币矿钱这对发价录转还进时间说请输选择个设销从开关网络确认账签测试经济单户额费证]/

  it.each(['zh-TW', 'ja'] as const)('%s has no simplified characters', (locale) => {
    const allowed = locale === 'ja' ? /[确認確]/g : /[認確]/g
    const found = keys.filter((key) =>
      simplified.test((messagesOf(locale)[key] ?? '').replaceAll(allowed, '')),
    )
    expect(found).toEqual([])
  })

  /** Three words of Latin letters in a row are an untranslated sentence; names stand alone. */
  const sentence = /[A-Za-z]{2,}(?:[ ,]+[A-Za-z]{2,}){2,}/

  it.each(['zh-CN', 'zh-TW', 'ja', 'ko'] as const)('%s has no sentence in Latin letters', (locale) => {
    const found = keys.filter((key) => sentence.test(wordsOf(locale, key)))
    expect(found).toEqual([])
  })

  it('ja is not Chinese', () => {
    const chinese = [reference, messagesOf('zh-TW')]
    const same = keys.filter((key) => {
      const text = messagesOf('ja')[key] ?? ''
      return (
        bare(text).replaceAll(/[^\p{Script=Han}]/gu, '').length > 2 &&
        chinese.some((messages) => messages[key] === text)
      )
    })
    expect(same).toEqual([])
  })
})
