import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { compileCatalog, readCatalog, readSections } from '../../build/catalogs.ts'
import { ApiError } from '../api/errors.ts'
import { errorText } from './error-text.ts'
import { i18n } from './i18n.ts'
import { translate } from './translate.ts'

const file = fileURLToPath(new URL('catalogs/en.json', import.meta.url))
const english = readSections(file).errors ?? {}

const answer = (code: number, message = 'server says') =>
  new ApiError({ kind: 'server', code, status: 400, message })

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: compileCatalog(readCatalog(file)) as never })
})

describe('errorText', () => {
  it('says a known code in the reader’s language', () => {
    expect(errorText(answer(20009))).toBe(english['error.20009'])
  })
  it('shows the server’s message for an unknown code', () => {
    expect(errorText(answer(99999))).toBe('server says')
  })
  it('is silent for 10013', () => {
    expect(errorText(answer(10013))).toBeNull()
  })
  it.each([
    ['no answer at all', new ApiError({ kind: 'transport', code: 0, status: 0, message: 'fetch failed' })],
    ['an error without a code', new Error('boom')],
    ['something that is no error', undefined],
    ['a wallet’s error with a text code', Object.assign(new Error('x'), { code: 'ACTION_REJECTED' })],
  ])('says that the request failed for %s', (_, error) => {
    expect(errorText(error)).toBe(english['error.transport'])
  })
})

describe('compiled messages', () => {
  it('fill placeholders and choose plurals', () => {
    expect(translate('common.days', { count: 1 })).toBe('1 day')
    expect(translate('common.days', { count: 22 })).toBe('22 days')
    expect(translate('common.block', { number: '41,208,113' })).toBe('Block 41,208,113')
  })
})
