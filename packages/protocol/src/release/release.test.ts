import { describe, expect, it, test } from 'vitest'
import { isNewer, parseReleaseKeys, parseReleaseNotes, parseSums } from './release.ts'

test.each([
  ['', 'is empty or cut off'],
  [`${'a'.repeat(64)}  index.html`, 'is empty or cut off'],
  [`${'a'.repeat(64)}  ../key\n`, 'has a wrong line'],
  [`${'a'.repeat(64)}  /etc/passwd\n`, 'has a wrong line'],
  [`${'A'.repeat(64)}  index.html\n`, 'has a wrong line'],
  [`${'a'.repeat(64)} *index.html\n`, 'has a wrong line'],
  [`${'a'.repeat(64)}  index.html\n`.repeat(2), 'has a wrong line'],
])('sums that are none are refused: %j', (text, message) => {
  expect(() => parseSums(text)).toThrow(message)
})

describe('release.json', () => {
  it('names the version and what changed, by language', () => {
    const notes = { version: '1.0.7', changes: { en: ['Less.'], 'zh-CN': [] } }
    expect(parseReleaseNotes(JSON.stringify(notes))).toEqual(notes)
  })
  it.each(['', '{}', 'null', '[]', '{"version":"1.0"}', '{"version":"1.0.7","changes":{"en":"Less."}}'])(
    'is nothing else: %s',
    (text) => {
      expect(() => parseReleaseNotes(text)).toThrow('release.json')
    },
  )
})

it.each([
  ['1.0.7', '1.0.6', true],
  ['1.0.10', '1.0.9', true],
  ['2.0.0', '1.99.99', true],
  ['1.1.0', '1.0.9', true],
  ['1.0.6', '1.0.6', false],
  ['1.0.9', '1.0.10', false],
  ['1.0.9', '1.1.0', false],
  ['0.9.9', '1.0.0', false],
])('%s is newer than %s: %s', (version, than, newer) => {
  expect(isNewer(version, than)).toBe(newer)
})

describe('the setting RELEASE_KEYS', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`)
  it('is three addresses, whatever their order and case, or none', () => {
    expect(parseReleaseKeys(`${c}, ${a?.toUpperCase().replace('X', 'x')},${b}`)).toEqual([a, b, c])
    expect([parseReleaseKeys(), parseReleaseKeys(' ')]).toEqual([[], []])
  })
  it.each([`${a}`, `${a},${b}`, `${a},${b},${b}`, `${a},${b},0x12`, `${a},${b},${c},0x${'d'.repeat(40)}`])(
    'is nothing else: %s',
    (text) => {
      expect(() => parseReleaseKeys(text)).toThrow('RELEASE_KEYS')
    },
  )
})
