import { WAD } from '@dr/protocol/amounts'
import { expect, it } from 'vitest'
import { reserveTexts } from './reserve-texts.ts'

const of = (DR: bigint, USDT: bigint) => ({ DR: (DR * WAD) / 10n, USDT: (USDT * WAD) / 10n })
const totals = { held: of(10_009n, 2_009n), due: of(1_001n, 1_005n), pools: of(9_008n, 1_004n) }

it('shows what is owed and what is in pools so that they are what is held', () => {
  expect(reserveTexts(totals, WAD / 2n)).toEqual({ held: '$701', due: '$151', pools: '$550' })
  expect(reserveTexts(totals, null)).toEqual({
    held: '1,000 DR + 200 USDT',
    due: '101 DR + 101 USDT',
    pools: '899 DR + 99 USDT',
  })
})

it('does not count what is held beyond that as pools, nor hide what is missing', () => {
  expect(reserveTexts({ ...totals, held: of(20_009n, 2_009n) }, WAD / 2n).pools).toBe('$550')
  expect(reserveTexts({ ...totals, held: of(1n, 0n) }, WAD / 2n)).toEqual({
    held: '$0.05',
    due: '$151',
    pools: '$550',
  })
})
