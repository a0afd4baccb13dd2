import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { LOCALES } from '@dr/protocol/constants'
import { describe, expect, it } from 'vitest'
import { readBaseline } from './baseline.ts'
import { oldBrowserCheck, oldBrowserPage } from './old-browser.ts'

const catalogs = fileURLToPath(new URL('../src/i18n/catalogs', import.meta.url))

interface Features {
  [name: string]: unknown
}

/** Features of a baseline browser. */
const modern = (): Features => ({
  CSS: { supports: () => true },
  HTMLDialogElement: class {
    showModal(): void {}
  },
  CSSPropertyRule: class {},
  BigInt,
  Object,
  Array,
  AbortSignal,
})

/**
 * Runs the check with these features; returns whether the browser is old, and the file that it then
 * requests.
 */
const check = (features: Features): { readonly old: boolean; readonly script: string | undefined } => {
  let old = false
  let script: string | undefined
  const document = {
    documentElement: { setAttribute: (name: string) => (old ||= name === 'data-old') },
    addEventListener: (_: string, listener: () => void) => listener(),
    createElement: () => ({ src: '' }),
    body: { appendChild: ({ src }: { src: string }) => (script = src) },
  }
  runInNewContext(oldBrowserCheck(), { ...features, document, window: features })
  return { old, script }
}

describe('the check of the browser', () => {
  it('lets a browser of the baseline pass', () => {
    expect(check(modern())).toEqual({ old: false, script: undefined })
  })
  it.each([
    ['CSS', { CSS: undefined }],
    ['CSS conditions', { CSS: { supports: () => false } }],
    ['dialogs', { HTMLDialogElement: undefined }],
    ['modal dialogs', { HTMLDialogElement: class {} }],
    ['@property', { CSSPropertyRule: undefined }],
    ['BigInt', { BigInt: undefined }],
    ['Object.hasOwn', { Object: {} }],
    ['toReversed', { Array: class {} }],
    ['AbortSignal', { AbortSignal: undefined }],
    ['AbortSignal.timeout', { AbortSignal: class {} }],
  ])('sends a browser without %s to the other page', (_, without) => {
    expect(check({ ...modern(), ...without })).toEqual({ old: true, script: './old-browser.js' })
  })
})

/** Message of the page, by browser language and last chosen language. */
const messageFor = (language: string, wanted: string | null): { lang: string; text: string } => {
  const said: string[] = []
  const element = () => ({
    style: {},
    firstChild: null,
    appendChild: (child: { text?: string }) => child.text !== undefined && said.push(child.text),
  })
  const documentElement = { lang: '' }
  const document = {
    documentElement,
    body: element(),
    createElement: element,
    createTextNode: (text: string) => ({ text }),
  }
  const localStorage = { getItem: () => wanted }
  runInNewContext(oldBrowserPage(catalogs), { document, localStorage, navigator: { language }, String })
  return { lang: documentElement.lang, text: said.join('\n') }
}

describe('the page of an old browser', () => {
  it.each(LOCALES)('names in %s what is needed', (locale) => {
    const { lang, text } = messageFor('fr', locale)
    expect(lang).toBe(locale)
    const { chrome, ios_saf, firefox } = readBaseline()
    for (const version of [chrome, ios_saf, firefox]) expect(text).toContain(version)
    expect(text).not.toMatch(/[{}]|undefined/)
  })
  it.each([
    ['en-GB', null, 'en'],
    ['zh-HK', null, 'zh-TW'],
    ['zh-Hans-CN', null, 'zh-CN'],
    ['ko', 'vi', 'vi'],
    ['fr', null, 'zh-CN'],
    ['ms-MY', 'xx', 'ms'],
  ])('in a browser of %s, last used in %s, speaks %s', (language, wanted, locale) => {
    expect(messageFor(language, wanted).lang).toBe(locale)
  })
})
