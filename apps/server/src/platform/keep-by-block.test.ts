import { describe, expect, test } from 'vitest'
import { keepByBlock } from './keep-by-block.ts'

const at = (number: bigint, timestamp = number) => ({ number, timestamp })

describe('keepByBlock', () => {
  test('asks once a name and block, and again for another', async () => {
    const asked: string[] = []
    const read = keepByBlock(async (name: string, { number }: { number: bigint; timestamp: bigint }) => {
      asked.push(`${name}${number}`)
      return `${name}${number}`
    })
    expect(await Promise.all([read('a', at(1n)), read('a', at(1n)), read('b', at(1n))])).toEqual([
      'a1',
      'a1',
      'b1',
    ])
    await read('a', at(2n))
    await read('a', at(2n, 7n)) // the same number, another block
    expect(asked).toEqual(['a1', 'b1', 'a2', 'a2'])
  })

  test('forgets old blocks', async () => {
    let asked = 0
    const read = keepByBlock(async (_: string, __: { number: bigint; timestamp: bigint }) => ++asked)
    await read('a', at(1n))
    await read('a', at(5n))
    await read('a', at(1n))
    expect(asked).toBe(3)
  })

  test('does not keep a failure', async () => {
    let fail = true
    const read = keepByBlock(async (_: string, __: { number: bigint; timestamp: bigint }) => {
      if (fail) throw new Error('away')
      return 'here'
    })
    await expect(read('a', at(1n))).rejects.toThrow('away')
    fail = false
    expect(await read('a', at(1n))).toBe('here')
  })
})
