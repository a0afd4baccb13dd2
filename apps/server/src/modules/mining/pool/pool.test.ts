import { describeOnDatabase } from '@dr/test-kit'
import { expect, test } from 'vitest'
import type { UserId } from '../../../platform/ids.ts'
import { ACC_SCALE, newPool } from './accumulator.rules.ts'
import { readPosition } from './pool.ts'

describeOnDatabase('a position', ({ openDatabase }) => {
  test('that was settled after the pool was read is returned as stored, never with less', async () => {
    const database = await openDatabase()
    const accrued = 3n * ACC_SCALE + 7n
    await database.single.query({
      text: `INSERT INTO mining_position (user_id, settled_to, power, acc, accrued, collect_count, collected_total)
        VALUES (1, 200, 10, $1, $2, 1, 5)`,
      values: [50n * ACC_SCALE, accrued],
    })
    // A release and a collection happened between the two reads.
    const pool = { ...newPool(0n), time: 100n, acc: 20n * ACC_SCALE }
    const { position } = await readPosition(database.read, { userId: 1 as UserId, pool })
    expect(position).toMatchObject({ settledTo: 200n, power: 10n, accrued })
  })
})
