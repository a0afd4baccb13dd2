import type { LiveMessage } from '@dr/protocol/live'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdBlocks } from './hold-blocks.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const blockOf = (blockNumber: number): LiveMessage => ({ block: { blockNumber, timestamp: 7 } })
const heldFor = (heldMs: number, blockNumber: number): LiveMessage => ({
  block: { blockNumber, timestamp: 7, heldMs },
})
const start = () => {
  const sent: LiveMessage[] = []
  return { sent, blocks: holdBlocks((message) => void sent.push(message)) }
}

test('blocks of 0.75 s: each fourth passes at once, the others are never sent', () => {
  const { sent, blocks } = start()
  const passed: (LiveMessage | undefined)[] = []
  for (let blockNumber = 1; blockNumber <= 9; blockNumber += 1) {
    passed.push(blocks.pass(blockOf(blockNumber)))
    vi.advanceTimersByTime(750)
  }
  const nothing = [undefined, undefined, undefined]
  expect(passed).toEqual([blockOf(1), ...nothing, blockOf(5), ...nothing, blockOf(9)])
  vi.advanceTimersByTime(60_000)
  expect(sent).toEqual([])
})

test('what is public beside a block passes at once, with the block that was held', () => {
  const { sent, blocks } = start()
  blocks.pass(blockOf(1))
  expect(blocks.pass(blockOf(2))).toBeUndefined()
  vi.advanceTimersByTime(300)
  expect(blocks.held()).toEqual(heldFor(300, 2))
  vi.advanceTimersByTime(100)
  expect(blocks.pass({ prices: { DR: '5' } })).toEqual({ ...heldFor(400, 2), prices: { DR: '5' } })
  expect(blocks.held()).toBeUndefined()
  // It counts as a sent block.
  expect(blocks.pass(blockOf(3))).toBeUndefined()
  expect(blocks.pass(undefined)).toBeUndefined()
  expect(blocks.pass({ ...blockOf(4), pools: true })).toEqual({ ...blockOf(4), pools: true })
  vi.advanceTimersByTime(60_000)
  expect(sent).toEqual([])
})

test('the last block of a chain that makes no more is sent after five seconds, once, and says how old it is', () => {
  const { sent, blocks } = start()
  blocks.pass(blockOf(1))
  blocks.pass(blockOf(2))
  vi.advanceTimersByTime(1_000)
  blocks.pass(blockOf(3))
  vi.advanceTimersByTime(3_999)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(1)
  expect(sent).toEqual([heldFor(4_000, 3)])
  expect(blocks.pass(blockOf(4))).toBeUndefined()
  blocks.drop()
  vi.advanceTimersByTime(60_000)
  expect(sent).toEqual([heldFor(4_000, 3)])
})
