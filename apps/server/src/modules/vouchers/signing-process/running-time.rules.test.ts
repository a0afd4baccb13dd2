import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startOfRunning, stoppedSince } from './running-time.rules.ts'

const NOW = 1_000
const pause = fc
  .record({ from: fc.integer({ min: 0, max: 1_200 }), length: fc.integer({ min: 0, max: 400 }) })
  .map(({ from, length }) => ({ from, to: from + length }))
const pauses = fc.array(pause, { maxLength: 6 })

/** Running time, counted millisecond by millisecond. */
const ranSince = (all: readonly { from: number; to: number }[], at: number): number => {
  let ran = 0
  for (let ms = at; ms < NOW; ms++) if (!all.some(({ from, to }) => from <= ms && ms < to)) ran++
  return ran
}

test('what it was stopped and what it ran add up to what passed', () => {
  fc.assert(
    fc.property(pauses, fc.integer({ min: 0, max: NOW }), (all, at) => {
      expect(NOW - at - stoppedSince(all, at, NOW)).toBe(ranSince(all, at))
    }),
  )
})

test('since the start of a duration it has run for that long', () => {
  fc.assert(
    fc.property(pauses, fc.integer({ min: 1, max: 600 }), (all, duration) => {
      const start = startOfRunning(all, NOW, duration)
      // Before the first moment counted here it ran without a pause.
      const ran = ranSince(all, Math.max(0, start)) + Math.max(0, -start)
      expect(ran).toBe(duration)
    }),
  )
})
