import { expect, test } from 'vitest'
import { hexOf } from '../../../test/modules/roots.ts'
import type { StoredEpoch } from './epochs-store.ts'
import { keptEpochs } from './kept-files.rules.ts'

const DAY = 86_400n
/** Noon of 1 January 2027. */
const START = 1_798_804_800n

const epochOf = (epoch: bigint, more: Partial<StoredEpoch> = {}): StoredEpoch => ({
  epoch,
  postedAt: START + (epoch - 1n) * DAY,
  confirmedAt: 0n,
  isVoid: false,
  digest: hexOf(7, 32),
  refused: 0,
  fileId: epoch,
  snapshotBlock: epoch,
  snapshotTime: START,
  hasText: true,
  ...more,
})
/** Epochs 1 to `count`, one a day, newest first. */
const epochs = (count: number, more: (epoch: bigint) => Partial<StoredEpoch> = () => ({})) =>
  Array.from({ length: count }, (_, at) => BigInt(at + 1))
    .map((epoch) => epochOf(epoch, more(epoch)))
    .reverse()
const numbers = (kept: readonly StoredEpoch[]) => kept.map(({ epoch }) => Number(epoch))
const newest = (count: number) => Array.from({ length: 30 }, (_, at) => count - at)

test('the newest thirty, and the first of each month', () => {
  expect(numbers(keptEpochs(epochs(30), START))).toEqual(newest(30))
  // 1 January, 1 February and 1 March
  expect(numbers(keptEpochs(epochs(100), START))).toEqual([...newest(100), 60, 32, 1])
})

test('the last confirmed and the last final one, however old', () => {
  const all = epochs(100, (epoch) =>
    epoch <= 40n ? { confirmedAt: START + epoch * DAY, isVoid: epoch === 39n } : {},
  )
  expect(numbers(keptEpochs(all, START + 40n * DAY))).toEqual([...newest(100), 60, 40, 33, 32, 1])
  expect(numbers(keptEpochs(all, START + 46n * DAY))).toEqual([...newest(100), 60, 40, 38, 32, 1])
  expect(numbers(keptEpochs(all, START + 47n * DAY))).toEqual([...newest(100), 60, 40, 32, 1])
})

test('a foreign epoch has no file, and takes no other’s place', () => {
  const all = epochs(40, (epoch) => (epoch === 20n || epoch === 1n ? { fileId: null } : {}))
  const kept = numbers(keptEpochs(all, START))
  expect(kept).not.toContain(20)
  expect(kept).toHaveLength(31)
  expect(kept.slice(-3)).toEqual([11, 10, 2])
})
