import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { addressKey, readOfTab, readStored, STORAGE_KEYS, writeOfTab, writeStored } from './storage.ts'
import { storageIsLasting } from './storage-is-lasting.ts'
import { testStorage } from './test-storage.ts'

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

const full = () => {
  throw new DOMException('full', 'QuotaExceededError')
}
const kinds: readonly (readonly [string, unknown])[] = [
  ['closed', { getItem: closed, setItem: closed, removeItem: closed }],
  ['full', { ...testStorage(new Map([['two', 'old']])), setItem: full }],
  [
    'full, and removes nothing',
    { ...testStorage(new Map([['two', 'old']])), setItem: full, removeItem: full },
  ],
  ['not there', null],
]
it.each(kinds)('where it is %s, keeps values until the page is closed, and never throws', (_, storage) => {
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  for (const [read, write] of [
    [readStored, writeStored],
    [readOfTab, writeOfTab],
  ] as const) {
    write('two', 'here')
    expect(read('two')).toBe('here')
    write('two', null)
    expect(read('two')).toBeNull()
  }
  expect(storageIsLasting()).toBe(false)
})

it('where naming it throws, too', () => {
  const globals = Object.getOwnPropertyDescriptors(globalThis)
  onTestFinished(() => {
    for (const name of ['localStorage', 'sessionStorage'] as const)
      Object.defineProperty(globalThis, name, globals[name] ?? { value: undefined, configurable: true })
  })
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { get: closed, configurable: true })
  writeStored('three', 'here')
  writeOfTab('three', 'there')
  expect([readStored('three'), readOfTab('three'), storageIsLasting()]).toEqual(['here', 'there', false])
})

it('keeps what it could not as soon as there is room, and what was written meanwhile', () => {
  const entries = new Map<string, string>()
  const roomy = testStorage(entries)
  vi.stubGlobal('localStorage', { ...roomy, setItem: full })
  writeStored('four', 'early')
  writeStored('five', 'early')
  vi.stubGlobal('localStorage', roomy)
  writeStored('five', 'late')
  expect([readStored('four'), readStored('five')]).toEqual(['early', 'late'])
  expect(storageIsLasting()).toBe(true)
  expect(Object.fromEntries(entries)).toMatchObject({ four: 'early', five: 'late' })
  expect(entries.has('probe')).toBe(false)
})

it.each(['boot.js', 'old-browser-page.js'])('the keys of build/%s are the app’s', (name) => {
  const script = readFileSync(new URL(`../../build/${name}`, import.meta.url), 'utf8')
  const used = [...script.matchAll(/localStorage\.getItem\('([^']*)'\)/g)].map(([, key]) => key)
  expect(used.length).toBe(script.split('localStorage.').length - 1)
  expect(used.length).toBeGreaterThan(0)
  expect(Object.values(STORAGE_KEYS)).toEqual(expect.arrayContaining(used))
})
