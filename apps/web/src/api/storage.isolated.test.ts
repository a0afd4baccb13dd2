import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testStorage } from './session/test-storage.ts'
import { addressKey, readOfTab, readStored, STORAGE_KEYS, writeOfTab, writeStored } from './storage.ts'

const closed = () => {
  throw new DOMException('closed', 'SecurityError')
}

afterEach(() => void vi.unstubAllGlobals())

describe('storage', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', testStorage())
    vi.stubGlobal('sessionStorage', testStorage())
  })

  it('keeps values of the browser and of the tab apart', () => {
    writeStored('one', 'browser')
    writeOfTab('one', 'tab')
    expect([readStored('one'), readOfTab('one')]).toEqual(['browser', 'tab'])
    expect([localStorage.getItem('one'), sessionStorage.getItem('one')]).toEqual(['browser', 'tab'])
    writeStored('one', null)
    writeOfTab('one', null)
    expect([readStored('one'), readOfTab('one')]).toEqual([null, null])
  })

  it('has one key for each address', () => {
    expect(addressKey('pending', '0xab')).toBe('pending:0xab')
    expect(addressKey('deposits', '0xab')).toBe('deposits:0xab')
  })
})

it('where it is blocked, keeps values until the page is closed, and never throws', () => {
  vi.stubGlobal('localStorage', { getItem: closed, setItem: closed, removeItem: closed })
  vi.stubGlobal('sessionStorage', { getItem: closed, setItem: closed, removeItem: closed })
  for (const [read, write] of [
    [readStored, writeStored],
    [readOfTab, writeOfTab],
  ] as const) {
    expect(read('two')).toBeNull()
    write('two', 'here')
    expect(read('two')).toBe('here')
    write('two', null)
    expect(read('two')).toBeNull()
  }
})

it.each(['boot.js', 'old-browser-page.js'])('the keys of build/%s are the app’s', (name) => {
  const script = readFileSync(new URL(`../../build/${name}`, import.meta.url), 'utf8')
  const used = [...script.matchAll(/localStorage\.getItem\('([^']*)'\)/g)].map(([, key]) => key)
  expect(used.length).toBe(script.split('localStorage.').length - 1)
  expect(used.length).toBeGreaterThan(0)
  expect(Object.values(STORAGE_KEYS)).toEqual(expect.arrayContaining(used))
})
