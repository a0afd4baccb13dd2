import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPenalties, type Penalties, REMEMBERED_MAX, RUBBISH_MAX, refusalFor } from './penalties.ts'

const { burst, perSeconds } = RUBBISH_MAX
/** Seconds in which one refusal is forgiven. */
const PACE = perSeconds / burst

const start = (factor = 1) => {
  const clock = { ms: 5_000 }
  const refused = { count: 0 }
  const penalties = createPenalties({
    now: () => clock.ms,
    factor,
    onRefused: () => {
      refused.count += 1
    },
  })
  return { clock, refused, penalties }
}

/** Seconds that a request has to wait; 0: admitted. */
const waitOf = (penalties: Penalties, key: string): number => {
  const seconds = penalties.waitSeconds(key)
  if (seconds === 0) return 0
  penalties.countRefusal()
  return Number(refusalFor(seconds).details?.retryAfterSeconds)
}

const send = (penalties: Penalties, key: string, times: number) => {
  for (let sent = 0; sent < times; sent++) penalties.note(key, 'BAD_PARAMETER')
}

test('a fixed number of malformed requests, and one more after the reported wait; other addresses are not affected', () => {
  const { penalties, clock, refused } = start()
  send(penalties, 'a', burst - 1)
  expect(waitOf(penalties, 'a')).toBe(0)
  send(penalties, 'a', 1)
  expect(waitOf(penalties, 'a')).toBe(PACE)
  expect(waitOf(penalties, 'b')).toBe(0)
  expect(refused.count).toBe(1)
  clock.ms += PACE * 1_000 - 1
  expect(waitOf(penalties, 'a')).toBe(1)
  clock.ms += 1
  expect(waitOf(penalties, 'a')).toBe(0)
  send(penalties, 'a', 1)
  expect(waitOf(penalties, 'a')).toBe(PACE)
})

test('concurrent malformed requests count up to the limit only, so the penalty ends in time', () => {
  const { penalties, clock } = start()
  send(penalties, 'a', 10 * burst)
  clock.ms += perSeconds * 1_000
  send(penalties, 'a', burst - 1)
  expect(waitOf(penalties, 'a')).toBe(0)
})

test('errors that an honest app meets are not counted', () => {
  const { penalties } = start()
  for (const error of ['SESSION_EXPIRED', 'SESSION_REVOKED', 'TOO_MANY_REQUESTS', 'INTERNAL'] as const) {
    for (let times = 0; times < 2 * burst; times++) penalties.note('a', error)
  }
  expect(waitOf(penalties, 'a')).toBe(0)
})

test('the factor of the local configuration is applied', () => {
  const { penalties } = start(100)
  send(penalties, 'a', 100 * burst - 1)
  expect(waitOf(penalties, 'a')).toBe(0)
})

test('a flood from many addresses is remembered in bounded memory, the oldest forgotten first', () => {
  const { penalties } = start()
  send(penalties, 'first', burst)
  send(penalties, 'second', burst)
  for (let other = 0; other < REMEMBERED_MAX - 1; other++) send(penalties, `other ${other}`, 1)
  expect([waitOf(penalties, 'first'), waitOf(penalties, 'second')]).toEqual([0, PACE])
})

test('in any stretch of time at most the burst and what comes back are let through', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20_000 }), { minLength: 1, maxLength: 200 }), (pauses) => {
      const { penalties, clock } = start()
      const passed: number[] = []
      for (const pause of pauses) {
        clock.ms += pause
        if (waitOf(penalties, 'a') > 0) continue
        passed.push(clock.ms)
        send(penalties, 'a', 1)
      }
      for (const [from, first] of passed.entries()) {
        for (const [to, last] of passed.entries()) {
          if (to < from) continue
          expect(to - from + 1).toBeLessThanOrEqual(burst + Math.floor((last - first) / (PACE * 1_000)))
        }
      }
    }),
    { numRuns: 30 },
  )
})
