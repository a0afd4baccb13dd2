import { WAD } from '@dr/protocol/amounts'
import { expect, it } from 'vitest'
import { netRows, netWorth } from './worth-row.tsx'

const amounts = { received: 100n * WAD, burned: 10n * WAD }

it('takes the worth of the DR that burns off the USDT that arrives', () => {
  expect(netWorth(amounts, { DR: WAD / 2n })).toBe(95n * WAD)
  expect(netWorth(amounts, {})).toBeNull()
})

it('says a net only where something burns', () => {
  expect(netRows((key) => key, amounts).map(({ label }) => label)).toEqual(['tx.row.net'])
  expect(netRows((key) => key, { ...amounts, burned: 0n })).toEqual([])
})
