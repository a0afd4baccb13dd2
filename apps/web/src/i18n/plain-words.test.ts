import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readCatalog, readSections } from '../../build/catalogs.ts'
import { LOCALES, type Locale } from './locales.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const messagesOf = (locale: Locale): Record<string, string> =>
  readCatalog(join(here, 'catalogs', `${locale}.json`))

/** Text without placeholders and plural grammar. */
const words = (text: string): string =>
  text.replaceAll(/\{\w+(?:, (?:plural|select),)?/g, ' ').replaceAll(/[{}]/g, ' ')

/** Words that docs/terms.md replaces by plain ones (“Not these”). */
const BANNED_ENGLISH: readonly RegExp[] = [
  /\bstands?\b|\bstanding\b/i,
  /\bat most now\b/i,
  /\bturn round\b/i,
  /\bonce more\b/i,
  /\btold\b|\bli(?:es?|ed)\b/i,
  /\b(?:no|some|any|every)body\b/i,
  /\bwh(?:o|om|at|ich)(?:so)?ever\b/i,
  /\bfor ?ever\b/i,
  /\banew\b/i,
  /\bat present\b|\bat the moment\b|\bpresent (?:price|rate)s?\b/i,
  /\bunder way\b/i,
  /\bgood (?:for|until)\b/i,
  /(?:^| )a day(?:[,:]| at |$)/i,
  /^(?:least|most)\b/i,
  /\be-mails?\b|\bthis letter\b/i,
  /\blog(?:ged)? (?:in|out)\b/i,
  /\binvitation\b/i,
  /\btry-out\b/i,
  /\btime-lock\b/i,
  /\blapse[sd]?\b|\bbooked\b[.;,]/i,
  /\bno node answers?\b/i,
  /\bcannot\b/i,
]

const BANNED_CHINESE: readonly RegExp[] = [
  /再投/,
  /估计/,
  /回应/,
  /重新载入/,
  /待记入/,
  /您/,
  /\p{Script=Han} ?[,;:!?] ?\p{Script=Han}/u,
]

/** The app compares reserves with liabilities; without daily roots on chain that is no proof. */
const PROOF = /proof|证明|證明|증명|証明|bukti|chứng minh|bằng chứng/i

const found = (locale: Locale, banned: readonly RegExp[]): string[] =>
  Object.entries(messagesOf(locale)).flatMap(([key, text]) =>
    banned.filter((word) => word.test(words(text).trim())).map((word) => `${key}: ${text} (${word.source})`),
  )

describe('plain words (docs/terms.md)', () => {
  it('en has none of the words that were replaced', () => {
    expect(found('en', BANNED_ENGLISH)).toEqual([])
  })

  it('zh-CN has none of the words that were replaced', () => {
    expect(found('zh-CN', BANNED_CHINESE)).toEqual([])
  })

  it('vi guarantees nothing where “covered” is meant', () => {
    expect(found('vi', [/bảo đảm|đảm bảo/i])).toEqual([])
  })

  it('vi calls a node “node”: “nút” is the word for a button', () => {
    expect(found('vi', [/\bnút\b/i])).toEqual([])
  })

  it.each(LOCALES)('%s: “Receive” is another word than “Collect”', (locale) => {
    const messages = messagesOf(locale)
    const collect = messages['home.collectShort']
    expect([messages['wallet.receive'], messages['start.fund.action']]).not.toContain(collect)
  })

  it.each(LOCALES)('%s: what is said of the reserves claims no proof', (locale) => {
    const wrong = Object.entries(messagesOf(locale)).filter(
      ([key, text]) => /^(?:shell|welcome|home|platform)\./.test(key) && PROOF.test(text),
    )
    expect(wrong).toEqual([])
  })

  it.each(LOCALES)('%s: no double space, none at the ends, and an ellipsis is one character', (locale) => {
    const wrong = Object.entries(messagesOf(locale)).filter(
      ([key, text]) =>
        key !== 'tx.listComma' && (text !== text.trim() || / {2}|\n/.test(text) || /\.{2}|…{2}/.test(text)),
    )
    expect(wrong).toEqual([])
  })

  it.each(LOCALES)('%s: a value in dollars is one placeholder, which brings the sign', (locale) => {
    const wrong = Object.entries(messagesOf(locale)).filter(([, text]) =>
      /\}\s*(?:USD|dollars?|美元)(?!\p{L})|\$\s*\{|≈\s*\{\w+\}\s*USDT/iu.test(text),
    )
    expect(wrong).toEqual([])
  })

  it('no component writes USD behind a number', () => {
    const source = join(here, '..')
    const wrong = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .filter((name) =>
        /\}\s*USD\b|≈ \$\$\{|[`'"]\$\$\{format/.test(readFileSync(join(source, name), 'utf8')),
      )
    expect(wrong).toEqual([])
  })

  /** A production build is tested to have no text of the section `local`; one in both would fail only there. */
  it('what only the local chain shows is said nowhere else', () => {
    const sections = LOCALES.flatMap((locale) =>
      Object.entries(readSections(join(here, 'catalogs', `${locale}.json`))),
    )
    const [local, others] = [true, false].map((wanted) =>
      sections
        .filter(([section]) => (section === 'local') === wanted)
        .flatMap(([, texts]) => Object.values(texts)),
    )
    const sentences = local?.filter((text) => text.length >= 12 && !text.includes('{'))
    expect(sentences?.filter((text) => others?.some((other) => other.includes(text)))).toEqual([])
  })
})
