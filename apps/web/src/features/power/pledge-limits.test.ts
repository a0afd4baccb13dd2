import { describe, expect, it } from 'vitest'
import { pledgeParts } from './pledge-limits.ts'

const view = { leaving: '30', joining: '50' }

describe('when a pledge takes effect', () => {
  it.each([
    ['pledge', 'what was about to leave stays at once', 20n, { atOnce: 20n, atWeekEnd: 0n }],
    ['pledge', 'the rest counts from Monday', 100n, { atOnce: 30n, atWeekEnd: 70n }],
    ['unpledge', 'what was about to join is free at once', 50n, { atOnce: 50n, atWeekEnd: 0n }],
    ['unpledge', 'the rest leaves on Monday', 51n, { atOnce: 50n, atWeekEnd: 1n }],
    ['unpledge', 'nothing is typed yet', 0n, { atOnce: 0n, atWeekEnd: 0n }],
  ] as const)('%s: %s', (action, _, units, parts) => {
    expect(pledgeParts(action, view, units)).toEqual(parts)
  })
})
