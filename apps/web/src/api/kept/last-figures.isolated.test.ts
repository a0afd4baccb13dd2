import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts'
import { testStorage } from '../../lib/test-storage.ts'
import { clearUserState, refreshSession } from '../session/session.ts'
import { keepFigure, lastFigure } from './last-figures.ts'

const home = { figure: '23.14814814', note: 'As of 11-25 12:04' }
const assets = { figure: '$11,798.80', note: 'As of 11-25 12:05' }

/** Sets the current user and language. */
const be = (address: string, locale = 'en'): void => {
  writeStored(STORAGE_KEYS.token, 'a token')
  writeStored(STORAGE_KEYS.loginAddress, address)
  writeStored(STORAGE_KEYS.userMessage, JSON.stringify({ address }))
  document.documentElement.lang = locale
  refreshSession()
}

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('localStorage', testStorage())
  be('0xab')
})
afterEach(() => void vi.unstubAllGlobals())

it('keeps one figure for each page', () => {
  keepFigure('/', home)
  keepFigure('/pages/assets/assets', assets)
  expect([lastFigure('/'), lastFigure('/pages/assets/assets')]).toEqual([home, assets])
})

it.each([
  ['another account', '0xcd', 'en'],
  ['another language', '0xab', 'vi'],
])('%s sees none of it, and replaces it', (_, address, locale) => {
  keepFigure('/', home)
  be(address, locale)
  expect(lastFigure('/')).toBeUndefined()
  keepFigure('/pages/assets/assets', assets)
  be('0xab')
  expect(lastFigure('/')).toBeUndefined()
})

it.each(['{', 'null', '[]', '"text"', '7'])(
  '%s in storage is no figure, and the next one is kept',
  (text) => {
    writeStored(STORAGE_KEYS.lastFigures, text)
    expect(lastFigure('/')).toBeUndefined()
    keepFigure('/', home)
    expect(lastFigure('/')).toEqual(home)
  },
)

it('ends with the session, and nothing is kept after it', () => {
  keepFigure('/', home)
  clearUserState()
  keepFigure('/', home)
  expect(readStored(STORAGE_KEYS.lastFigures)).toBeNull()
})
