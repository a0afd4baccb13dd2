import { describe, expect, test } from 'vitest'
import { medianRound, middleBy, takeTurns } from './rounds.ts'

describe('middleBy', () => {
  test.each([
    [[5], 5],
    [[9, 1], 1],
    [[3, 1, 2], 2],
    [[4, 100, 1, 3], 3],
    [[10, 9, 100, 2, 1], 9],
  ])('of %j is %d', (values, middle) => {
    const before = [...values]
    expect(middleBy(values, (value) => value)).toBe(middle)
    expect(values).toEqual(before)
  })

  test('of nothing is an error', () => {
    expect(() => middleBy([], Number)).toThrow(RangeError)
  })
})

test('the median round is a round that was measured, unmoved by one bad moment', () => {
  const rounds = [
    { subject: 90, reference: 100 },
    { subject: 5, reference: 50 },
    { subject: 200, reference: 210 },
  ]
  expect(medianRound(rounds)).toBe(rounds[0])
})

test('rounds turn the order round, and keep every figure on its own side', async () => {
  const order: string[] = []
  const seen: unknown[] = []
  let time = 0
  const measure = (name: string) => async () => {
    order.push(name)
    time += 1
    return name === 's' ? time : -time
  }
  const rounds = await takeTurns({
    rounds: 3,
    sides: { subject: measure('s'), other: measure('o'), reference: measure('r') },
    onRound: (round) => seen.push(round),
  })
  expect(order.join('')).toBe('sorrossor')
  expect(rounds).toEqual([
    { subject: 1, other: -2, reference: -3 },
    { subject: 6, other: -5, reference: -4 },
    { subject: 7, other: -8, reference: -9 },
  ])
  expect(seen).toEqual(rounds)
})
