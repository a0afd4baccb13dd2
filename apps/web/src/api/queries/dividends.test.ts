import { WAD } from '@dr/protocol/amounts'
import { expect, it } from 'vitest'
import { pledgedByAll } from './dividends.ts'

it('counts what all have pledged once, whether it earns this week or from next Monday', () => {
  expect(pledgedByAll({ pledged: String(3n * WAD), joining: '5' })).toBe(3n * WAD + 5n)
})
