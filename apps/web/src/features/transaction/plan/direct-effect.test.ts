import { type Address, decodeFunctionData, encodeAbiParameters, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import type { ChainClient } from '../../../chain/reads/public-client.ts'
import type { DirectIntent } from './direct-call.ts'
import { effectOf, intentOfText, intentText, readEffect } from './direct-effect.ts'

const address = (byte: string): Address => `0x${byte.repeat(20)}`
const account = address('ab')
const spender = address('0e')
const contracts = {
  USDT: address('01'),
  DR: address('02'),
  USDR: address('03'),
  DigitalRights: address('04'),
  DigitDraw: address('05'),
  withdrawalVaults: [address('06'), address('07'), address('08')],
} as never

const INTENTS: Readonly<Record<DirectIntent['kind'], DirectIntent>> = {
  deposit: {
    kind: 'deposit',
    token: 'USDT',
    amount: 10n ** 20n,
    chainPackageId: 2n,
    shown: {
      termDays: 30,
      incomeToken: 'USDT',
      yearlyRate: 1n,
      burnBps: 500n,
      result: { income: 2n, burn: 0n, net: 2n, burnDr: 0n, worth: 2n },
    },
  },
  renewMachine: { kind: 'renewMachine', machineIDs: ['7', '8'], Period: 1, because: 'silent', paidUntil: 1 },
  wrapUSDR: { kind: 'wrapUSDR', amount: 5n },
  unwrapUSDR: { kind: 'unwrapUSDR', amount: 5n },
  enterDraw: { kind: 'enterDraw', round: 3n, digit: 4, amount: 5n, prize: 45n, closesAt: 9 },
  claimDraw: { kind: 'claimDraw', round: 3n, amount: 45n },
  transferWithin: {
    kind: 'transferWithin',
    vault: 1,
    token: 'DR',
    to: spender,
    amount: 5n,
    proof: { epoch: 1n, earned: 9n, index: 1n, path: [{ hash: `0x${'12'.repeat(32)}`, sum: 5n }] },
    isUser: true,
  },
  revokeApproval: { kind: 'revokeApproval', token: 'USDT', spender },
}
const kinds = Object.keys(INTENTS) as DirectIntent['kind'][]

it.each(kinds)('%s: is the same after it was kept as text', (kind) => {
  expect(intentOfText(intentText(INTENTS[kind]))).toEqual(INTENTS[kind])
})

const abi = parseAbi([
  'function credited(address account, address token)',
  'function paidUntil(uint256 machineID)',
  'function balanceOf(address account)',
  'function entriesOf(uint256 drawId, address account)',
  'function claimable(uint256 drawId, address account)',
  'function allowance(address owner, address spender)',
])

/** A chain that answers every view with `value` and records the views. */
const chain = (value: bigint) => {
  const views: unknown[] = []
  const request = async ({ method, params }: { method: string; params: [{ to: Address; data: Hex }] }) => {
    expect(method).toBe('eth_call')
    const [{ to, data }] = params
    const { functionName, args } = decodeFunctionData({ abi, data })
    views.push([to, functionName, ...args])
    if (functionName === 'entriesOf')
      return encodeAbiParameters(
        [{ type: 'uint256[10]' }],
        [Array.from({ length: 10 }, (_, digit) => (digit === 4 ? value : 0n)) as never],
      )
    return encodeAbiParameters([{ type: 'uint256' }], [value])
  }
  return { client: { request } as unknown as ChainClient, views }
}

describe('the trace of a call', () => {
  it.each<[DirectIntent['kind'], bigint, bigint, unknown]>([
    ['deposit', 10n ** 20n, 2n * 10n ** 20n, [address('08'), 'credited', account, address('01')]],
    ['renewMachine', 1_000n, 3_600n, [address('04'), 'paidUntil', 7n]],
    ['wrapUSDR', 1n, 6n, [address('03'), 'balanceOf', account]],
    ['unwrapUSDR', 6n, 1n, [address('03'), 'balanceOf', account]],
    ['enterDraw', 5n, 10n, [address('05'), 'entriesOf', 3n, account]],
    ['claimDraw', 45n, 0n, [address('05'), 'claimable', 3n, account]],
    ['transferWithin', 3n, 8n, [address('07'), 'credited', spender, address('02')]],
    ['revokeApproval', 9n, 0n, [address('01'), 'allowance', account, spender]],
  ])('%s: from %d to %d in the state of its account', async (kind, before, after, view) => {
    const intent = INTENTS[kind]
    const read = async (value: bigint) => {
      const { client, views } = chain(value)
      const effect = await readEffect(client, intent, { account, contracts })
      expect(views.map((one) => JSON.stringify(one, text).toLowerCase())).toEqual([
        JSON.stringify(view, text).toLowerCase(),
      ])
      return effect
    }
    const start = await read(before)
    expect((await read(after)) - start).toBeGreaterThanOrEqual(effectOf(intent))
    expect((await read(before)) - start).toBeLessThan(effectOf(intent))
  })
})
const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
