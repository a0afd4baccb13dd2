import { expect, test } from 'vitest'
import { formatDate } from './format.ts'
import { moment } from './moment.ts'

test('a moment reads as day and minute, and has no place to break at', () => {
  const seconds = 1_795_305_600
  const shown = moment(seconds)
  expect(shown).not.toMatch(/ |-(?!\u2060)/)
  const plain = shown.replaceAll('\u2060', '').replace('\u00a0', ' ')
  expect(plain).toBe(`${formatDate(seconds * 1_000, 'YMD')} ${formatDate(seconds * 1_000, 'HM')}`)
})
