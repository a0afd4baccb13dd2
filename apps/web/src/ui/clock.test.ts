import { afterEach, expect, it } from 'vitest'
import { deviceNow, readServerDate, serverNow, setServerTime, toServerTime } from './clock.ts'

afterEach(() => setServerTime({ serverTime: 0, askedAt: 0, answeredAt: 0 }))

const HOUR_MS = 3_600_000
const answerAt = (ms: number) => new Response(null, { headers: { date: new Date(ms).toUTCString() } })
const offMs = (wanted: number): number => Math.abs(serverNow() - deviceNow() - wanted)

it.each([-72, -1, 1, 72])('a clock that is off by %i hours is known from the first answer', (hours) => {
  readServerDate(answerAt(Date.now() - hours * HOUR_MS))
  expect(offMs(-hours * HOUR_MS)).toBeLessThan(2_000)
  expect(toServerTime(0)).toBeLessThan(-hours * HOUR_MS + 2_000)
})

it('a header’s whole seconds replace no finer reading, and an answer without one says nothing', () => {
  const now = Date.now()
  setServerTime({ serverTime: now + HOUR_MS, askedAt: now, answeredAt: now })
  readServerDate(answerAt(now + HOUR_MS - 1_000))
  expect(offMs(HOUR_MS)).toBeLessThan(100)
  for (const headers of [{}, { date: 'no date' }]) readServerDate(new Response(null, { headers }))
  expect(offMs(HOUR_MS)).toBeLessThan(100)
})
