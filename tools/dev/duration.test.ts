import { describe, expect, test } from 'vitest'
import { parseDuration } from './duration.ts'

describe('parseDuration', () => {
  test.each([
    ['90', 90],
    ['90s', 90],
    ['15m', 900],
    ['2h30m', 9_000],
    ['1d', 86_400],
    ['4w', 2_419_200],
  ])('%s is %i seconds', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds)
  })

  test.each(['', '0', 'd', '1y', '-1d', '1.5h', '1d ', '99999999999999999w'])(
    '"%s" is no duration',
    (text) => {
      expect(parseDuration(text)).toBeUndefined()
    },
  )
})
