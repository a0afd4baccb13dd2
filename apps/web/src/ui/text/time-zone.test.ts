import { expect, it } from 'vitest'
import { formatZone } from './time-zone.ts'

it.each([
  [0, 'UTC'],
  [-480, 'UTC+8'],
  [-345, 'UTC+5:45'],
  [210, 'UTC−3:30'],
  [300, 'UTC−5'],
])('%d minutes west of UTC is %s', (minutes, text) => {
  expect(formatZone(minutes)).toBe(text)
})
