import { describe, expect, test } from 'vitest'
import { keepByBlock } from './keep-by-block.ts'

const at = (number: bigint, timestamp = number) => ({ number, timestamp })

describe('keepByBlock', () => {
  test('asks once a block and name, and again for another', async () => {
    const reads: string[] = []
    const read = keepByBlock(async ({ number }: { number: bigint; timestamp: bigint }, name: string) => {
      reads.push(`${name}${number}`)
      return `${name}${number}`
    })
    expect(await Promise.all([read(at(1n), 'a'), read(at(1n), 'a'), read(at(1n), 'b')])).toEqual([
      'a1',
      'a1',
      'b1',
    ])
    await read(at(2n), 'a')
    await read(at(2n, 7n), 'a') // the same number, another block
    expect(reads).toEqual(['a1', 'b1', 'a2', 'a2'])
  })

  test('forgets old blocks', async () => {
    let count = 0
    const read = keepByBlock(async (_: { number: bigint; timestamp: bigint }) => ++count)
    await read(at(1n))
    await read(at(5n))
    await read(at(1n))
    expect(count).toBe(3)
  })

  test('of finalized blocks the number is enough', async () => {
    let count = 0
    const read = keepByBlock(async (_: { number: bigint }) => ++count)
    expect([await read({ number: 1n }), await read({ number: 1n }), await read({ number: 2n })]).toEqual([
      1, 1, 2,
    ])
  })

  test('does not keep a failure', async () => {
    let fail = true
    const read = keepByBlock(async (_: { number: bigint; timestamp: bigint }) => {
      if (fail) throw new Error('away')
      return 'here'
    })
    await expect(read(at(1n))).rejects.toThrow('away')
    fail = false
    expect(await read(at(1n))).toBe('here')
  })
})
