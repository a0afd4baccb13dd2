import { TOKENS, type Token } from '@dr/protocol/amounts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExpectedCall, expectedGas, gasOf, preparingCalls } from './gas.rules.ts'

const ONE = { calls: 1, approvals: 0, machines: 0 }

describe('expectedGas', () => {
  it.each<[string, readonly ExpectedCall[], Parameters<typeof gasOf>[0]]>([
    ['a call that pulls nothing', [{ contract: null, takes: { USDR: 5n } }], ONE],
    ['a token that is approved', [{ contract: 'Exchange', takes: { USDT: 9n } }], ONE],
    [
      'an allowance that is just the amount is raised',
      [{ contract: 'Exchange', takes: { USDT: 10n } }],
      { ...ONE, approvals: 1 },
    ],
    ['an amount of 0 needs no approval', [{ contract: 'vault1', takes: { DR: 0n } }], ONE],
    [
      'one approval serves a purchase and its electricity',
      [
        { contract: 'DigitalRights', takes: { USDT: 5n, DRGV: 5n } },
        { contract: 'DigitalRights', takes: { DRGV: 6n }, machines: 3 },
      ],
      { calls: 2, approvals: 2, machines: 3 },
    ],
    [
      'what an earlier call uses up of an allowance is not there for a later one',
      [
        { contract: 'DigitalRights', takes: { DR: 10n } },
        { contract: 'DigitalRights', takes: { DR: 6n } },
      ],
      { calls: 2, approvals: 1, machines: 0 },
    ],
  ])('%s', (_, calls, gas) => {
    const standing = [
      { contract: 'Exchange', token: 'USDT', amount: 10n },
      { contract: 'DigitalRights', token: 'DR', amount: 15n },
    ] as const
    expect(expectedGas(calls, standing)).toBe(gasOf(gas))
  })

  it('what gets a missing token is a call of its own', () => {
    const calls = preparingCalls([
      { kind: 'unwrap', input: 'USDR', output: 'USDT', pays: 4n, gives: 4n },
      { kind: 'swap', input: 'USDT', output: 'DR', pays: 4n, gives: 8n },
      { kind: 'wrap', input: 'USDT', output: 'USDR', pays: 1n, gives: 1n },
    ])
    expect(calls.map(({ contract }) => contract)).toEqual([null, 'Exchange', 'USDR'])
    expect(expectedGas(calls, [])).toBe(gasOf({ calls: 3, approvals: 2, machines: 0 }))
  })

  it('an allowance that stands never makes it dearer', () => {
    const token = fc.constantFrom<Token>(...TOKENS)
    const contract = fc.constantFrom<ExpectedCall['contract']>('DigitalRights', 'Exchange', 'vault0', null)
    const amount = fc.bigInt({ min: 0n, max: 100n })
    const call = fc
      .record({ contract, token, amount })
      .map(({ token: of, amount: taken, ...rest }) => ({ ...rest, takes: { [of]: taken } }))
    const standing = fc.record({ contract: fc.constant('DigitalRights' as const), token, amount })
    fc.assert(
      fc.property(fc.array(call, { maxLength: 5 }), fc.array(standing, { maxLength: 4 }), (calls, given) => {
        const gas = expectedGas(calls, given)
        expect(gas).toBeLessThanOrEqual(expectedGas(calls, []))
        expect(gas).toBeGreaterThanOrEqual(gasOf({ calls: calls.length, approvals: 0, machines: 0 }))
      }),
    )
  })
})
