import { WAD } from '@dr/protocol/amounts'
import { describe, expect, it } from 'vitest'
import { offerOf } from './package-view.ts'
import { positionNet } from './position-net.ts'

const prices = {
  price: String(WAD / 2n),
  price24h: String(WAD / 4n),
  lower: String(WAD / 4n),
  higher: String(WAD / 2n),
  blockNumber: 1,
  blockTime: 1,
  source: `0x${'1'.repeat(40)}`,
}

describe('positionNet', () => {
  it.each(['USDT', 'DR'] as const)('gives for income in %s what its offer gave', (token) => {
    const offer = offerOf({
      terms: { token: 'USDT', termDays: 30 },
      income: { token, dailyRate: String(WAD / 1_000n) },
      amount: 1_000n * WAD,
      prices,
      burnBps: 500n,
    })
    const income = String(offer.result?.income)
    expect(positionNet({ income, incomeToken: token }, { prices, burnBps: 500n })).toEqual(offer.result)
  })
  it('needs no price for what is left', () => {
    const net = positionNet({ income: '1000', incomeToken: 'USDT' }, { prices: null, burnBps: 500n })
    expect(net).toMatchObject({ burn: 50n, net: 950n, burnDr: null })
  })
})
