import { expect, test } from 'vitest'
import { formatDate } from './format.ts'
import { moment, shownDate, unbroken } from './moment.ts'

test('a moment reads as day and minute, and has no place to break at', () => {
  const seconds = 1_795_305_600
  const shown = moment(seconds)
  expect(shown).not.toMatch(/ |-(?!\u2060)/)
  const plain = shown.replaceAll('\u2060', '').replace('\u00a0', ' ')
  expect(plain).toBe(`${formatDate(seconds * 1_000, 'YMD')} ${formatDate(seconds * 1_000, 'HM')}`)
})

test.each(['YMD', 'YMDHMS'] as const)('a date shown as %s has no place to break at', (form) => {
  const at = '2026-12-29T10:00:00Z'
  expect(shownDate(at, form)).not.toMatch(/-(?!\u2060)/)
  expect(shownDate(at, form).replaceAll('\u2060', '')).toBe(formatDate(at, form))
})

test('the dates of a span stay on one line each, and the span may break between them', () => {
  expect(unbroken('2026-11-23 – 2026-11-29')).toBe('2026-\u206011-\u206023 – 2026-\u206011-\u206029')
})
