import { CENT, WAD } from '@dr/protocol/amounts'
import { expect, it } from 'vitest'
import { shownSources } from './pool.ts'

const payout = (USDT: bigint, DR = 0n) => ({ USDT: String(USDT), DR: String(DR) })

it('a source below the displayed cent has neither a line nor a part of the bar', () => {
  const income = { swapFees: payout(10n * WAD), operator: payout(CENT), carried: payout(CENT - 1n) }
  expect(shownSources(income)).toEqual([
    { name: 'swapFees', usdt: 10n * WAD },
    { name: 'operator', usdt: CENT },
  ])
  const dust = { swapFees: payout(1n), operator: payout(0n), carried: payout(1n) }
  expect(shownSources(dust)).toEqual([{ name: 'swapFees', usdt: 0n }])
})
