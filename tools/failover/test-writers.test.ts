import { expect, test } from 'vitest'
import { writtenByTwo } from './test-writers.ts'

const first = { id: 1, node: 'db1', timeline: 1, after: 0 }
const second = { id: 3, node: 'db2', timeline: 2, after: 1 }

test('an answer that comes late, of a write that was sent before another was primary, is no second writer', () => {
  expect(writtenByTwo([first, second, { id: 2, node: 'db1', timeline: 1, after: 1 }])).toEqual([])
})

test('a write that an old primary took after another began is found', () => {
  expect(writtenByTwo([first, second, { id: 2, node: 'db1', timeline: 1, after: 2 }])).toEqual([
    'db1 took 2 on timeline 1 after 2 began',
  ])
})

test('two that write on one timeline are found', () => {
  expect(writtenByTwo([first, { ...second, timeline: 1 }])).toEqual(['db2 and db1 both wrote on timeline 1'])
})
