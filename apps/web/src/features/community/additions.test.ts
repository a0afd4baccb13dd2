import type { DayFigures } from '@dr/protocol/calls/community'
import { describe, expect, it } from 'vitest'
import { dayOf, heightOf, lastDays, type TeamDay } from './additions.ts'

const figures = (newMembers: number): DayFigures => ({
  newMembers,
  activated: 40,
  burned: '0',
  staked: String(1_250n * 10n ** 18n),
  power: '0',
})
const on = (day: string, newMembers: number): TeamDay => ({
  day,
  direct: figures(0),
  team: figures(newMembers),
})

describe('lastDays', () => {
  const days = [on('2026-03-01', 2), on('2026-02-27', 5)]

  it('inserts the days without activity, over the end of a month', () => {
    expect(lastDays(days, { today: '2026-03-02', count: 4, complete: true })).toEqual([
      { day: '2026-02-27', figures: days[1] },
      { day: '2026-02-28', figures: null },
      { day: '2026-03-01', figures: days[0] },
      { day: '2026-03-02', figures: null },
    ])
  })

  it('does not fill in a day that has not been read yet', () => {
    const shown = lastDays(days, { today: '2026-03-02', count: 14, complete: false })
    expect(shown.map(({ day }) => day)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
  })

  it('is all zero where there was no activity', () => {
    const shown = lastDays([], { today: '2026-03-02', count: 3, complete: true })
    expect(shown.map(({ day }) => day)).toEqual(['2026-02-28', '2026-03-01', '2026-03-02'])
    expect(shown.every((day) => day.figures === null)).toBe(true)
    expect(lastDays([], { today: '2026-03-02', count: 3, complete: false })).toEqual([])
  })
})

describe('a day', () => {
  it('is the day in UTC', () => {
    expect(dayOf(Date.UTC(2026, 2, 1) / 1_000 - 1)).toBe('2026-02-28')
    expect(dayOf(Date.UTC(2026, 2, 1) / 1_000)).toBe('2026-03-01')
  })

  it('is drawn as high as the figure asked for', () => {
    expect(heightOf(figures(3), 'newMembers')).toBe(3)
    expect(heightOf(figures(3), 'staked')).toBe(125_000)
    expect(heightOf(figures(3), 'burned')).toBe(0)
  })
})
