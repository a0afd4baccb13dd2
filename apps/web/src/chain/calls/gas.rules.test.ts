import { readFileSync } from 'node:fs'
import { APPROVAL_GAS_LIMIT } from '@dr/protocol/constants'
import { TOKENS, type Token } from '@dr/protocol/tokens'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  activationOf,
  type CallKind,
  type ExpectedCall,
  expectedGas,
  expectedSteps,
  gasOf,
  preparingCalls,
  purchasesOf,
} from './gas.rules.ts'

const folder = new URL('../../../../../contracts/test/gas/', import.meta.url)
/** Gas limit in the contracts' own tests, by its name or its subject. */
const bound = (file: string, name: string): bigint => {
  const source = readFileSync(new URL(`${file}.t.sol`, folder), 'utf8')
  const found = new RegExp(`(?:constant ${name} =|_within\\("${name}",) ([\\d_]+)`).exec(source)?.[1]
  if (found === undefined) throw new Error(`no bound for ${name}`)
  return BigInt(found.replaceAll('_', ''))
}
const withMargin = (gas: bigint): bigint => (gas * 6n) / 5n

describe('the gas of a call', () => {
  it.each<[CallKind, string]>([
    ['buy-machine', 'BUY'],
    ['activate-machine', 'ACTIVATE'],
    ['buy-pod-power', 'POD'],
    ['buy-pod-power-again', 'POD'],
    ['deposit', 'DEPOSIT'],
    ['swap-token', 'SWAP'],
    ['withdraw-dr', 'WITHDRAW_DR'],
    ['withdraw-usdt', 'WITHDRAW_USDT'],
    ['wrap', 'WRAP'],
    ['unwrap', 'UNWRAP'],
    ['draw', 'DRAW'],
  ])('%s: of an account that never did it, beside its approval', (kind, name) => {
    const gas = gasOf([{ kind, approvals: 1 }]) - APPROVAL_GAS_LIMIT
    expect(gas).toBe(withMargin(bound('FirstUse', name)))
  })

  it.each<[CallKind, string]>([
    ['swap-token', 'SWAP_BUDGET'],
    ['withdraw-usdt', 'withdrawUSDT, daily user'],
  ])('%s: an allowance that suffices tells that it was done before', (kind, name) => {
    expect(gasOf([{ kind, approvals: 0, isAllowed: true }])).toBe(withMargin(bound('Gas', name)))
  })

  it('an activation is dearer by its machines, and by the purchases that they are from', () => {
    const of = (machines: number, purchases: number) =>
      gasOf([{ kind: 'activate-machine', approvals: 0, machines, purchases }])
    const eleven = bound('FirstUse', 'ACTIVATE_ELEVEN_PURCHASES')
    expect(of(11, 11)).toBeGreaterThanOrEqual(withMargin(eleven))
    expect(of(11, 11)).toBeLessThan((withMargin(eleven) * 105n) / 100n)
    const hundred = bound('Gas', 'activateMachine of 100')
    expect(of(100, 1)).toBeGreaterThan(hundred)
    expect(of(100, 1)).toBeLessThan((hundred * 7n) / 5n)
  })

  const idOf = (purchase: bigint, index: bigint) => String((purchase << 7n) | index)
  const ids = Array.from({ length: 101 }, (_, index) => idOf(BigInt(index % 20), BigInt(index)))
  it.each<[string, Parameters<typeof activationOf>[0], ReturnType<typeof activationOf>]>([
    ['known machines', ids.slice(0, 3), { machines: 3, purchases: 3 }],
    ['known machines of one purchase', [idOf(1n, 0n), idOf(1n, 1n)], { machines: 2, purchases: 1 }],
    ['more known machines than a batch', ids, { machines: 100, purchases: 20 }],
    ['a number of machines: each may be from its own purchase', 7, { machines: 7, purchases: 7 }],
    ['a larger number than a batch', 250, { machines: 100, purchases: 100 }],
  ])('an activation of %s', (_, known, activation) => {
    expect(activationOf(known)).toEqual(activation)
  })

  it('machines of one purchase share all but the low bits of their ids', () => {
    const machine = (purchase: bigint, index: bigint) => String((purchase << 7n) | index)
    expect(purchasesOf([machine(1n, 0n), machine(1n, 99n), machine(2n, 0n)])).toBe(2)
  })
})

describe('expectedSteps', () => {
  const purchase: readonly ExpectedCall[] = [
    { kind: 'buy-machine', contract: 'DigitalRights', takes: { USDT: 80n, DRGV: 200n } },
    { kind: 'activate-machine', contract: 'DigitalRights', takes: { DRGV: 6n }, machines: 1 },
  ]
  const allowed = (amount: bigint) =>
    (['USDT', 'DRGV'] as const).map((token) => ({ contract: 'DigitalRights' as const, token, amount }))
  it.each([
    ['a first purchase: two approvals, the call, its electricity', [], 'max', false, 4],
    ['exact amounts: an approval before the electricity too', [], 'exact', false, 5],
    ['approved before', allowed(1_000n), 'max', false, 2],
    ['a wallet that takes approvals and call together', [], 'max', true, 2],
  ] as const)('%s', (_, allowances, choice, atomic, steps) => {
    expect(expectedSteps(purchase, allowances, { choice, atomic })).toBe(steps)
  })
})

describe('expectedGas', () => {
  const rights = (token: Token, amount: bigint, kind: CallKind = 'buy-pod-power'): ExpectedCall => ({
    kind,
    contract: 'DigitalRights',
    takes: { [token]: amount },
  })
  const swap = (amount: bigint): ExpectedCall => ({
    kind: 'swap-token',
    contract: 'Exchange',
    takes: { USDT: amount },
  })

  it.each<[string, readonly ExpectedCall[], Parameters<typeof gasOf>[0]]>([
    [
      'a call that pulls nothing',
      [{ kind: 'unwrap', contract: null, takes: { USDR: 5n } }],
      [{ kind: 'unwrap', approvals: 0 }],
    ],
    ['a token that is approved', [swap(9n)], [{ kind: 'swap-token', approvals: 0, isAllowed: true }]],
    ['an allowance that is just the amount is raised', [swap(10n)], [{ kind: 'swap-token', approvals: 1 }]],
    [
      'an amount of 0 needs no approval, and tells nothing of earlier uses',
      [{ kind: 'withdraw-usdt', contract: 'vault1', takes: { DR: 0n } }],
      [{ kind: 'withdraw-usdt', approvals: 0 }],
    ],
    [
      'one approval serves a purchase and its electricity',
      [
        { kind: 'buy-machine', contract: 'DigitalRights', takes: { USDT: 5n, DRGV: 5n } },
        { ...rights('DRGV', 6n, 'activate-machine'), machines: 3 },
      ],
      [
        { kind: 'buy-machine', approvals: 2 },
        { kind: 'activate-machine', approvals: 0, machines: 3 },
      ],
    ],
    [
      'what an earlier call uses up of an allowance is not there for a later one',
      [rights('DR', 10n), rights('DR', 6n)],
      [
        { kind: 'buy-pod-power', approvals: 0 },
        { kind: 'buy-pod-power', approvals: 1 },
      ],
    ],
  ])('%s', (_, calls, gas) => {
    const allowances = [
      { contract: 'Exchange', token: 'USDT', amount: 10n },
      { contract: 'DigitalRights', token: 'DR', amount: 15n },
    ] as const
    expect(expectedGas(calls, allowances)).toBe(gasOf(gas))
  })

  it('what gets a missing token is a call of its own', () => {
    const calls = preparingCalls([
      { kind: 'unwrap', input: 'USDR', output: 'USDT', pays: 4n, gives: 4n },
      { kind: 'swap', input: 'USDT', output: 'DR', pays: 4n, gives: 8n },
      { kind: 'wrap', input: 'USDT', output: 'USDR', pays: 1n, gives: 1n },
    ])
    expect(calls.map(({ contract }) => contract)).toEqual([null, 'Exchange', 'USDR'])
    const planned = [
      { kind: 'unwrap', approvals: 0 },
      { kind: 'swap-token', approvals: 1 },
      { kind: 'wrap', approvals: 1 },
    ] as const
    expect(expectedGas(calls, [])).toBe(gasOf(planned))
  })

  it('an existing allowance never makes it dearer', () => {
    const token = fc.constantFrom<Token>(...TOKENS)
    const kind = fc.constantFrom<CallKind>('buy-machine', 'swap-token', 'withdraw-usdt', 'draw')
    const contract = fc.constantFrom<ExpectedCall['contract']>('DigitalRights', 'Exchange', 'vault0', null)
    const amount = fc.bigInt({ min: 0n, max: 100n })
    const call = fc
      .record({ kind, contract, token, amount })
      .map(({ token: of, amount: taken, ...rest }) => ({ ...rest, takes: { [of]: taken } }))
    const held = fc.record({ contract: fc.constant('DigitalRights' as const), token, amount })
    fc.assert(
      fc.property(fc.array(call, { maxLength: 5 }), fc.array(held, { maxLength: 4 }), (calls, given) => {
        const gas = expectedGas(calls, given)
        expect(gas).toBeLessThanOrEqual(expectedGas(calls, []))
        expect(gas).toBeGreaterThanOrEqual(
          gasOf(calls.map((one) => ({ ...one, approvals: 0, isAllowed: true }))),
        )
      }),
    )
  })
})
