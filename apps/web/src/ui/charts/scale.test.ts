import { expect, it } from 'vitest'
import { fromZero, nearest, place } from './scale.ts'

const points = (...values: number[]) =>
  values.map((value) => ({ label: String(value), value, text: String(value) }))

it('places values from zero, or between the edges given', () => {
  expect(place(points(0, 5, 10), 100, 50, fromZero(points(0, 5, 10)))).toEqual([
    { x: 0, y: 50 },
    { x: 50, y: 25 },
    { x: 100, y: 0 },
  ])
  expect(place(points(10, 20), 100, 50, { low: 10, high: 20 })).toEqual([
    { x: 0, y: 50 },
    { x: 100, y: 0 },
  ])
})

it('draws no height for the lowest value, and a single value in the middle', () => {
  expect(place(points(0, 0), 100, 50, fromZero(points(0, 0))).map(({ y }) => y)).toEqual([50, 50])
  expect(place(points(7), 100, 50, { low: 6, high: 8 })).toEqual([{ x: 0, y: 25 }])
})

it('finds the point under the pointer, at the edges too', () => {
  expect(nearest(0.5, 5)).toBe(2)
  expect(nearest(-1, 5)).toBe(0)
  expect(nearest(2, 5)).toBe(4)
})

it('names both edges of a scale from zero, the upper one by its point’s shorter text', () => {
  const high = { label: 'b', value: 10, text: '10' }
  expect(fromZero([...points(5), high, ...points(5)])).toEqual({
    low: 0,
    high: 10,
    lowText: '0',
    highText: '10',
  })
  expect(fromZero([{ ...high, edge: '10 M' }]).highText).toBe('10 M')
  expect(fromZero([])).toEqual({ low: 0, high: 0, lowText: '0', highText: '' })
})
