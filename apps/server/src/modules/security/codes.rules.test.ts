import { CODE_COUNTDOWN_SECONDS, CODE_LENGTH, EMAIL_CODES_PER_DAY } from '@dr/protocol/constants'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../platform/durations.ts'
import {
  CODE_COUNT,
  codeAllowance,
  codeFrom,
  MAILBOX_CODES,
  type MailboxCode,
  mailboxFreeAt,
} from './codes.rules.ts'

const NOW = new Date('2026-03-02T12:00:00Z')
const before = (milliseconds: number): Date => new Date(NOW.getTime() - milliseconds)
/** Milliseconds between a user's requests for a code, up to half a day. */
const attempts = fc.array(fc.integer({ min: 0, max: 43_200_000 }), { maxLength: 80 })

describe('when a code may be sent', () => {
  test('the first at once; the next after 60 s', () => {
    expect(codeAllowance([], NOW)).toEqual({ nextCodeAt: null, codesLeft: EMAIL_CODES_PER_DAY })
    const last = before(CODE_COUNTDOWN_SECONDS * 1_000 - 1)
    expect(codeAllowance([last], NOW)).toEqual({ nextCodeAt: new Date(NOW.getTime() + 1), codesLeft: 4 })
    expect(codeAllowance([before(CODE_COUNTDOWN_SECONDS * 1_000)], NOW).nextCodeAt).toBeNull()
  })

  test('after five, when the first of them is a day old', () => {
    const five = [5, 4, 3, 2, 1].map((hours) => before(hours * 3_600_000))
    expect(codeAllowance(five, NOW)).toEqual({
      nextCodeAt: new Date(before(5 * 3_600_000).getTime() + DAY_MS),
      codesLeft: 0,
    })
  })

  test('tries at any times: never six in 24 hours, never two in 60 s; and never shut out for more than a day', () => {
    fc.assert(
      fc.property(attempts, (steps) => {
        const sent: Date[] = []
        let at = NOW.getTime()
        for (const step of steps) {
          at += step
          const now = new Date(at)
          const { nextCodeAt, codesLeft } = codeAllowance(sent, now)
          expect(codesLeft === 0 && nextCodeAt === null).toBe(false)
          if (nextCodeAt) {
            expect(nextCodeAt.getTime() - at).toBeLessThanOrEqual(DAY_MS)
            expect(codeAllowance(sent, nextCodeAt).nextCodeAt).toBeNull()
            continue
          }
          sent.push(now)
        }
        sent.forEach((time, index) => {
          const previous = sent[index - 1]
          if (previous) expect(time.getTime() - previous.getTime()).toBeGreaterThanOrEqual(60_000)
          const sixth = sent[index + EMAIL_CODES_PER_DAY]
          if (sixth) expect(sixth.getTime() - time.getTime()).toBeGreaterThanOrEqual(DAY_MS)
        })
      }),
    )
  })
})

describe('when a mailbox that is not bound has room', () => {
  const codes = (network: string, count: number, hoursAgo = 1): MailboxCode[] =>
    Array.from({ length: count }, () => ({ network, sentAt: before(hoursAgo * 3_600_000) }))
  const { perNetwork, asAgain, all } = MAILBOX_CODES

  test('a stranger uses up their own share alone', () => {
    const sent = codes('stranger', perNetwork)
    const { sentAt } = sent[0] as MailboxCode
    expect(mailboxFreeAt(sent, { network: 'stranger', now: NOW })).toEqual(
      new Date(sentAt.getTime() + DAY_MS),
    )
    expect(mailboxFreeAt(sent, { network: 'owner', now: NOW })).toBeNull()
  })

  test('with ten sent only a network that has not asked yet gets one, with twenty none does', () => {
    const sent = [...codes('a', perNetwork), ...codes('b', perNetwork - 1), ...codes('owner', 1)]
    expect(sent).toHaveLength(asAgain)
    expect(mailboxFreeAt(sent, { network: 'owner', now: NOW })).not.toBeNull()
    expect(mailboxFreeAt(sent, { network: 'new', now: NOW })).toBeNull()
    const more = Array.from({ length: all - asAgain }, (_, index) => codes(`c${index}`, 1)).flat()
    expect(mailboxFreeAt([...sent, ...more.slice(1)], { network: 'new', now: NOW })).toBeNull()
    expect(mailboxFreeAt([...sent, ...more], { network: 'new', now: NOW })).not.toBeNull()
  })

  test('requests at any times: within 24 hours never more than the shares; and free when it says so', () => {
    const asking = fc.array(fc.tuple(fc.nat({ max: 7_200_000 }), fc.nat({ max: 30 })), { maxLength: 120 })
    fc.assert(
      fc.property(asking, (steps) => {
        const sent: MailboxCode[] = []
        let at = NOW.getTime()
        for (const [step, asker] of steps) {
          at += step
          const network = `network ${asker}`
          const freeAt = mailboxFreeAt(sent, { network, now: new Date(at) })
          if (freeAt) {
            expect(freeAt.getTime() - at).toBeLessThanOrEqual(DAY_MS)
            expect(mailboxFreeAt(sent, { network, now: freeAt })).toBeNull()
            continue
          }
          sent.push({ network, sentAt: new Date(at) })
          const ofDay = sent.filter(({ sentAt }) => sentAt.getTime() > at - DAY_MS)
          expect(ofDay.length).toBeLessThanOrEqual(all)
          expect(ofDay.filter((one) => one.network === network).length).toBeLessThanOrEqual(perNetwork)
        }
      }),
    )
  })
})

test('a code is six digits, each number one code', () => {
  fc.assert(
    fc.property(fc.nat({ max: CODE_COUNT - 1 }), (random) => {
      const code = codeFrom(random)
      expect(code).toMatch(new RegExp(`^\\d{${CODE_LENGTH}}$`))
      expect(Number(code)).toBe(random)
    }),
  )
  for (const wrong of [-1, CODE_COUNT, 0.5, Number.NaN]) expect(() => codeFrom(wrong)).toThrow(RangeError)
})
