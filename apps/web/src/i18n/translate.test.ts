import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { compileCatalog, readCatalog } from '../../build/catalogs.ts'
import { LOCALES } from './locales.ts'
import { withCounts } from './translate.ts'

const catalogs = fileURLToPath(new URL('./catalogs', import.meta.url))
const PLURAL = /\{(\w+), plural,/g

describe('counts in texts', () => {
  it.each(LOCALES)('%s: every plural reads as Lingui itself would write it', (locale) => {
    const messages = Object.entries(readCatalog(join(catalogs, `${locale}.json`))).filter(([, text]) =>
      text.includes(', plural,'),
    )
    expect(messages.length).toBeGreaterThan(20)
    const whole = messages.map(([key, text]) => [key, compileMessageOrThrow(text)] as const)
    const theirs = setupI18n({
      locale,
      locales: ['en-US'],
      messages: { [locale]: Object.fromEntries(whole) },
    })
    const ours = setupI18n({ locale, messages: { [locale]: compileCatalog(Object.fromEntries(messages)) } })
    for (const [key, text] of messages) {
      for (const count of [0, 1, 2, 11, 1_000, 1_234_567]) {
        const counts = [...text.matchAll(PLURAL)].map(([, name = '']) => [name, count] as const)
        const values = { amount: '5', ...Object.fromEntries(counts) }
        expect(ours._(key, withCounts(values)), key).toBe(theirs._(key, values))
      }
    }
  })

  it('refuses a plural that it does not know', () => {
    expect(() => compileCatalog({ key: '{count, plural, few {#} other {#}}' })).toThrow('few')
    expect(() => compileCatalog({ key: '{count, plural, offset:1 other {#}}' })).toThrow('offset')
  })
})
