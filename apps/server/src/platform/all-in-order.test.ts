import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { allInOrder } from './all-in-order.ts'

const fails = async (text: string, afterMs: number): Promise<never> => {
  await delay(afterMs)
  throw new Error(text)
}

test('gives what each gave, at its place', async () => {
  const [text, number] = await allInOrder([delay(3, 'late'), Promise.resolve(2)])
  expect([text, number]).toEqual(['late', 2])
})

test('throws the first of those that failed, though it was the last to fail', async () => {
  await expect(allInOrder([delay(1), fails('first', 5), fails('second', 0)])).rejects.toThrow('first')
})
