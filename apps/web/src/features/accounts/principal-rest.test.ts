import { WAD } from '@dr/protocol/amounts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Balance } from './balances.ts'
import { principalRest } from './principal-rest.ts'

const none = { available: '0', held: '0', pending: '0', unreturned: '0' }
const locked = (token: Balance['token'], amount: bigint, account: Balance['account'] = 2): Balance => ({
  ...none,
  account,
  token,
  locked: String(amount),
})
const listed = { failed: false, hasMore: false }
const FIVE = [locked('USDT', 500n * WAD), locked('DR', 0n)]

describe('what is locked and in no listed position', () => {
  it('is nothing where the positions are all of it', () => {
    const positions = [
      { token: 'USDT' as const, principal: String(200n * WAD) },
      { token: 'USDT' as const, principal: String(300n * WAD) },
    ]
    expect(principalRest({ ...listed, balances: FIVE, positions })).toEqual([])
  })
  it('is all of it where the positions could not be read', () => {
    const rest = principalRest({ balances: FIVE, positions: [], failed: true, hasMore: false })
    expect(rest).toEqual([{ token: 'USDT', amount: 500n * WAD, reason: 'unread' }])
  })
  it('is a position that matured and is not credited yet', () => {
    const positions = [{ token: 'USDT' as const, principal: String(200n * WAD) }]
    const rest = principalRest({ ...listed, balances: FIVE, positions })
    expect(rest).toEqual([{ token: 'USDT', amount: 300n * WAD, reason: 'matured' }])
  })
  it('may be on a page to come', () => {
    const positions = [{ token: 'USDT' as const, principal: String(200n * WAD) }]
    const [rest] = principalRest({ balances: FIVE, positions, failed: false, hasMore: true })
    expect(rest?.reason).toBe('more')
  })
  it('makes the rows of each token add up to what is locked, and is never below zero', () => {
    const token = fc.constantFrom('USDT' as const, 'DR' as const)
    const amount = fc.bigInt({ min: 0n, max: 10n ** 27n })
    const account = fc.constantFrom(0 as const, 1 as const, 2 as const)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(token, amount, account)),
        fc.array(fc.record({ token, principal: amount.map(String) })),
        (balances, positions) => {
          const rest = principalRest({
            ...listed,
            balances: balances.map(([name, value, at]) => locked(name, value, at)),
            positions,
          })
          for (const name of ['USDT', 'DR'] as const) {
            const own = balances.reduce((sum, [one, value]) => (one === name ? sum + value : sum), 0n)
            const shown = positions.reduce(
              (sum, one) => (one.token === name ? sum + BigInt(one.principal) : sum),
              0n,
            )
            const [row, ...others] = rest.filter((one) => one.token === name)
            expect(others).toEqual([])
            expect(row?.amount ?? 0n).toBe(own > shown ? own - shown : 0n)
          }
        },
      ),
    )
  })
})
