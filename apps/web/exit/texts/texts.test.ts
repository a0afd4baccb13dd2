import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { chooseLanguage, fill, LANGUAGE_NAMES, LANGUAGES } from './index.ts'

const names = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort()

describe.each(Object.entries(LANGUAGES))('%s', (tag, texts) => {
  it('has each text, with the names of the English one', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort())
    expect(Object.values(texts).filter((text) => text.trim() === '')).toEqual([])
    for (const [key, text] of Object.entries(en)) {
      expect([key, names(texts[key as keyof typeof en])]).toEqual([key, names(text)])
    }
    expect(LANGUAGE_NAMES[tag as keyof typeof LANGUAGES]).toBeDefined()
  })
})

it.each([
  [['zh-CN'], 'zh-CN'],
  [['fr', 'zh-SG'], 'zh-CN'],
  [['zh-Hans-HK'], 'zh-CN'],
  [['zh-HK'], 'zh-TW'],
  [['zh-Hant-MY', 'en'], 'zh-TW'],
  [['ja-JP'], 'ja'],
  [['ms-MY', 'en'], 'ms'],
  [['fr', 'vi'], 'vi'],
  [['en-GB', 'zh-CN'], 'en'],
  [['fr'], 'en'],
  [[], 'en'],
])('%j is shown %s', (preferred, language) => {
  expect(chooseLanguage(preferred)).toBe(language)
})

it('fills in what is named, as text, and leaves what is not', () => {
  expect(fill('{a} of {b}, {c}', { a: '$&', b: '{c}' })).toBe('$& of {c}, {c}')
})
