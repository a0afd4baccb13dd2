import { WAD } from '@dr/protocol/amounts'
import { describe, expect, it } from 'vitest'
import { tokenPrices } from '../../api/token-worth.ts'
import type { Balance } from './balances.ts'
import { portfolioOf, shownTotal } from './portfolio.ts'

const wad = (whole: bigint): string => String(whole * WAD)
const none = { held: '0', locked: '0', pending: '0', unreturned: '0' }
const balances: readonly Balance[] = [
  { ...none, account: 0, token: 'DR', available: wad(100n), held: wad(10n), pending: wad(7n) },
  { ...none, account: 1, token: 'USDT', available: wad(5n) },
  { ...none, account: 1, token: 'DR', available: '0' },
  { ...none, account: 2, token: 'USDT', available: wad(1n), locked: wad(500n), pending: wad(3n) },
  { ...none, account: 2, token: 'DR', available: '0' },
]
const wallet = [
  { token: 'USDT', amount: 20n * WAD },
  { token: 'USDR', amount: 3n * WAD },
  { token: 'DR', amount: 4n * WAD },
  { token: 'DRGV', amount: 50n * WAD },
  { token: 'BNB', amount: WAD },
]
const prices = tokenPrices({ DR: { price: wad(2n) }, DRGV: { price: String(WAD / 10n) } })

describe('one portfolio', () => {
  it('adds accounts, held included, packages and wallet; what is pending is not counted, and named where it can be collected', () => {
    const { total, worth, pending } = portfolioOf({ balances, wallet, pod: 0n, prices })
    expect(worth).toEqual({ 0: 220n * WAD, 1: 5n * WAD, 2: WAD, packages: 500n * WAD, wallet: 36n * WAD })
    expect([total, pending]).toEqual([762n * WAD, 7n * WAD])
  })

  it('shows parts that add up to the total to the cent, and dust as more than nothing', () => {
    const odd = (dr: string, usdt: string) =>
      portfolioOf({
        balances: [
          { ...none, account: 0, token: 'DR', available: dr },
          { ...none, account: 1, token: 'USDT', available: usdt },
        ],
        wallet: [{ token: 'USDT', amount: BigInt(usdt) }],
        pod: 0n,
        prices,
      })
    const cents = (text: string): string => `${text}${'0'.repeat(15)}`
    // $0.018, $1.008 and $1.008: $2.034 in all, of which $2.01 are shown.
    const { total, worth } = odd(cents('9'), cents('1008'))
    expect(total).toBe((201n * WAD) / 100n)
    expect(Object.values(worth).reduce((all, one) => all + one, 0n)).toBe(total)
    expect(odd('1', '1').total).toBe(1n)
  })

  it('names what has no price and leaves it out of the sum', () => {
    const { total, unpriced } = portfolioOf({ balances, wallet, pod: WAD, prices })
    expect(unpriced).toEqual(['BNB', 'POD'])
    expect(total).toBe(762n * WAD)
  })

  it('without prices DR and DRGV are named too, once each', () => {
    const { total, unpriced } = portfolioOf({ balances, wallet, pod: 0n, prices: tokenPrices(undefined) })
    expect(unpriced).toEqual(['DR', 'DRGV', 'BNB'])
    expect(total).toBe(529n * WAD)
  })

  it('names nothing of which there is none', () => {
    const empty = wallet.map(({ token }) => ({ token, amount: 0n }))
    expect(portfolioOf({ balances: [], wallet: empty, pod: 0n, prices: {} }).unpriced).toEqual([])
  })
})

describe('shownTotal', () => {
  it.each([
    [0n, { value: 0n, isBelow: false }],
    [1n, { value: WAD / 100n, isBelow: true }],
    [WAD / 100n - 1n, { value: WAD / 100n, isBelow: true }],
    [WAD / 100n, { value: WAD / 100n, isBelow: false }],
    [5n * WAD, { value: 5n * WAD, isBelow: false }],
  ])('of %i never shows 0 for an amount above 0', (total, shown) => {
    expect(shownTotal(total)).toEqual(shown)
  })
})
