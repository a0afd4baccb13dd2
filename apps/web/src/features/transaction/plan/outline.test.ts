import type { Token } from '@dr/protocol/amounts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Spend } from '../../../chain/reads/read-spend.ts'
import { contract, KEY, MAX, usdt } from '../flow/test-flow.ts'
import { stepsOfLegs } from './leg-steps.ts'
import { beyondAgreed, costsMore, type Leg, maxOf, paysAtMost } from './outline.ts'

const exchange = `0x${'ee'.repeat(20)}` as const
const TOKENS = ['USDT', 'USDR', 'DR', 'DRGV'] as const
const amount = fc.bigInt({ min: 0n, max: 1_000n })
const line = fc.record({ token: fc.constantFrom(...TOKENS), amount })
const leg = fc
  .record({ outgoing: fc.array(line, { maxLength: 3 }), gives: fc.array(line, { maxLength: 2 }) })
  .map(
    (parts): Leg => ({
      intent: { kind: 'wrapUSDR', amount: 1n },
      isGoal: false,
      to: contract,
      spends: [],
      ...parts,
    }),
  )
const legs = fc.array(leg, { maxLength: 4 })
const of = (amounts: readonly { readonly token: Token; readonly amount: bigint }[], token: Token): bigint =>
  amounts.reduce((sum, one) => (one.token === token ? sum + one.amount : sum), 0n)

describe('what several calls cost together', () => {
  it('is never less of a token than what leaves it, less what earlier legs are sure to bring', () => {
    fc.assert(
      fc.property(legs, (all) => {
        for (const token of TOKENS) {
          const net = all.reduce(
            (sum, { outgoing, gives }) => sum + of(outgoing, token) - of(gives, token),
            0n,
          )
          expect(of(paysAtMost(all), token)).toBe(net > 0n ? net : 0n)
        }
      }),
    )
  })

  it('is asked about again exactly when more of some token leaves than was agreed to', () => {
    fc.assert(
      fc.property(legs, legs, (agreed, now) => {
        const more = TOKENS.some((token) => of(paysAtMost(now), token) > of(paysAtMost(agreed), token))
        expect(costsMore(agreed, now).length > 0).toBe(more)
        expect(costsMore(agreed, agreed)).toEqual([])
      }),
    )
  })

  it('a quote is within what was agreed to exactly when it takes no more and gives no less', () => {
    const tokens = fc.uniqueArray(line, { selector: ({ token }) => token, maxLength: 3 })
    fc.assert(
      fc.property(tokens, tokens, tokens, tokens, (outgoing, gives, takes, incoming) => {
        const agreed: Leg = {
          intent: { kind: 'wrapUSDR', amount: 1n },
          isGoal: false,
          to: contract,
          outgoing,
          gives,
          spends: [],
        }
        const spends = takes.map((one): Spend => ({ ...usdt, ...one }))
        const within =
          takes.every((one) => one.amount <= of(outgoing, one.token)) &&
          gives.every((one) => of(incoming, one.token) >= one.amount)
        expect(beyondAgreed(agreed, { spends, incoming }).length === 0).toBe(within)
      }),
    )
  })

  it('what was confirmed at a higher amount is agreed to at that, and never below what was agreed before', () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (before, after) => {
        for (const token of TOKENS) {
          const [a, b] = [of(before, token), of(after, token)]
          expect(of(maxOf(before, after), token)).toBe(a > b ? a : b)
        }
      }),
    )
  })
})

describe('the steps of several calls', () => {
  const spending = (to: Leg['to'], spent: bigint, allowance = 0n): Leg => ({
    intent: { kind: 'wrapUSDR', amount: spent },
    isGoal: false,
    to,
    outgoing: [{ token: 'USDT', amount: spent }],
    gives: [],
    spends: [{ ...usdt, amount: spent, allowance }],
  })
  const kinds = (all: readonly Leg[], choice: Parameters<typeof stepsOfLegs>[1]): readonly string[] =>
    stepsOfLegs(all, choice, KEY).map((steps) => steps.map(({ kind }) => kind).join(' '))

  it('a maximum approved for a contract serves its later calls, and no other contract', () => {
    const all = [spending(exchange, 10n), spending(contract, 20n), spending(exchange, 30n)]
    expect(kinds(all, MAX)).toEqual(['approve call', 'approve call', 'call'])
  })

  it('an exact approval serves its own call alone', () => {
    const exact = { amount: 'exact', way: 'short' } as const
    expect(kinds([spending(exchange, 10n), spending(exchange, 30n)], exact)).toEqual([
      'approve call',
      'approve call',
    ])
    expect(kinds([spending(exchange, 10n, 45n), spending(exchange, 30n, 45n)], exact)).toEqual([
      'call',
      'call',
    ])
    expect(kinds([spending(exchange, 10n, 39n), spending(exchange, 30n, 39n)], exact)).toEqual([
      'call',
      'approve call',
    ])
  })
})
