import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarFile } from './calendar.ts'
import { isSoon, remindersOf } from './reminders.rules.ts'

const HOUR = 3_600
const now = 1_790_000_000

describe('remindersOf', () => {
  it('puts what ends together into one line, the soonest first', () => {
    const machine = (paidUntil: number | null) => ({ paidUntil, lifeEnd: now + 1_000 * HOUR })
    expect(
      remindersOf(
        {
          machines: [
            machine(now + 9 * HOUR),
            machine(now + 2 * HOUR),
            machine(now + 9 * HOUR),
            machine(null),
          ],
          locks: [
            { why: 'package', until: now + 5 * HOUR },
            { why: 'withdrawal', until: now + 1 * HOUR },
          ],
        },
        now,
      ),
    ).toEqual([
      { kind: 'electricity', at: now + 2 * HOUR, count: 1 },
      { kind: 'package', at: now + 5 * HOUR, count: 1 },
      { kind: 'electricity', at: now + 9 * HOUR, count: 2 },
    ])
  })
  it('leaves out what is over, and a machine that ends with its electricity', () => {
    const machines = [
      { paidUntil: now, lifeEnd: now + HOUR },
      { paidUntil: now + HOUR, lifeEnd: now + HOUR },
    ]
    expect(remindersOf({ machines, locks: [] }, now)).toEqual([])
  })
  it('every machine is in exactly one line', () => {
    const moments = fc.array(fc.integer({ min: now + 1, max: now + 100 }), { maxLength: 40 })
    fc.assert(
      fc.property(moments, (ends) => {
        const machines = ends.map((paidUntil) => ({ paidUntil, lifeEnd: now + 1_000 }))
        const lines = remindersOf({ machines, locks: [] }, now)
        expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(ends.length)
        expect(lines.map(({ at }) => at)).toEqual([...new Set(ends)].sort((a, b) => a - b))
      }),
    )
  })
  it.each([
    [3 * 24 * HOUR, true],
    [3 * 24 * HOUR + 1, false],
  ])('%i seconds before, it is shown: %s', (seconds, soon) => {
    expect(isSoon({ kind: 'package', at: now + seconds, count: 1 }, now)).toBe(soon)
  })
})

describe('calendar file', () => {
  const event = { id: 'electricity-1@dr', at: 1_790_000_000, title: '电费到期', detail: 'a;b, c\\d\ne' }
  it('has an entry at the moment, with an alarm a day before', () => {
    const lines = calendarFile([event], 1_789_000_000).split('\r\n')
    expect(lines).toContain('DTSTART:20260921T141320Z')
    expect(lines).toContain('SUMMARY:电费到期')
    expect(lines).toContain('DESCRIPTION:a\\;b\\, c\\\\d\\ne')
    expect(lines).toContain('TRIGGER:-P1D')
    expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', ''])
  })
  it('no line is longer than 75 octets, and unfolded it is what it was', () => {
    const titles = fc.string({ unit: 'grapheme', maxLength: 200 }).filter((text) => !/[\r\n]/.test(text))
    fc.assert(
      fc.property(titles, (title) => {
        const file = calendarFile([{ ...event, title }], 0)
        for (const line of file.split('\r\n'))
          expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
        const unfolded = file.replaceAll('\r\n ', '')
        expect(unfolded).toContain(`SUMMARY:${title.replace(/[\\;,]/g, (c) => `\\${c}`)}\r\n`)
      }),
    )
  })
})
