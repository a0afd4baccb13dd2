import { PARAMETERS, type ParameterName } from '@dr/protocol/parameters'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Decision, type Proposal, refusalOf, requireWithinBounds, stateAt } from './proposals.rules.ts'

const proposal: Proposal = { proposedBy: 'anna', before: 5n, expiresAt: 100n, state: 'open' }
const approval: Decision = {
  by: 'ben',
  decision: 'approve',
  current: 5n,
  now: 99n,
  operators: new Set(['anna', 'ben']),
}

describe('a proposal', () => {
  test('is approved by another operator, to the last second', () => {
    expect(refusalOf(proposal, approval)).toBeNull()
    expect(refusalOf(proposal, { ...approval, now: 100n })).toBe('expired')
    expect(stateAt(proposal, 99n)).toBe('open')
    expect(stateAt(proposal, 100n)).toBe('expired')
    expect(stateAt({ ...proposal, state: 'approved' }, 100n)).toBe('approved')
  })

  test('is never approved by who proposed it, nor by or for a user who is no operator', () => {
    expect(refusalOf(proposal, { ...approval, by: 'anna' })).toBe('own-proposal')
    expect(refusalOf(proposal, { ...approval, by: 'carl' })).toBe('no-operator')
    expect(refusalOf(proposal, { ...approval, operators: new Set(['ben']) })).toBe('proposer-is-no-operator')
  })

  test('is not approved when what it changes is not what its proposer saw', () => {
    expect(refusalOf(proposal, { ...approval, current: 6n })).toBe('changed-meanwhile')
  })

  test('may be rejected by any operator, its own too, and is decided once', () => {
    expect(refusalOf(proposal, { ...approval, by: 'anna', decision: 'reject' })).toBeNull()
    for (const state of ['approved', 'rejected'] as const) {
      for (const decision of ['approve', 'reject'] as const) {
        expect(refusalOf({ ...proposal, state }, { ...approval, decision })).toBe('decided')
      }
    }
  })

  test('one wallet alone never approves, whatever else is true', () => {
    const name = fc.constantFrom('anna', 'ben', 'carl')
    fc.assert(
      fc.property(
        fc.record({
          proposedBy: name,
          before: fc.bigInt(0n, 3n),
          expiresAt: fc.bigInt(0n, 9n),
          state: fc.constantFrom('open', 'approved', 'rejected', 'expired'),
        }),
        fc.record({ by: name, current: fc.bigInt(0n, 3n), now: fc.bigInt(0n, 9n) }),
        fc.uniqueArray(name),
        (some, decision, operators) => {
          const set = new Set<string>(operators)
          const refusal = refusalOf(some as Proposal, { ...decision, decision: 'approve', operators: set })
          const right =
            some.state === 'open' &&
            decision.now < some.expiresAt &&
            decision.by !== some.proposedBy &&
            set.has(decision.by) &&
            set.has(some.proposedBy) &&
            decision.current === some.before
          expect(refusal === null).toBe(right)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('the bounds of limits', () => {
  test.each(Object.keys(PARAMETERS) as ParameterName[])(
    '%s: both ends are in, beyond them is 10002',
    (name) => {
      const { min, max, standard } = PARAMETERS[name]
      for (const value of [min, standard, max]) requireWithinBounds(name, value)
      for (const value of [0n, min - 1n, max + 1n]) {
        expect(() => requireWithinBounds(name, value)).toThrow(expect.objectContaining({ code: 10002 }))
      }
    },
  )

  test('the lowest daily limit lets the highest minimum of USDT out', () => {
    expect(PARAMETERS['withdrawal-daily-limit'].min).toBeGreaterThanOrEqual(
      PARAMETERS['withdrawal-minimum-usdt'].max,
    )
  })
})
