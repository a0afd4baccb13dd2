import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { decodeFunctionData, type Hex, serializeSignature } from 'viem'
import { describe, expect, it } from 'vitest'
import { config } from '../../api/test-config.ts'
import { takesPermit, withPermits } from './permit.ts'

const main = `0x${'aa'.repeat(20)}` as const
const token = `0x${'bb'.repeat(20)}` as const
const call = { to: main, data: '0x12345678' } as const
const r = `0x${'01'.repeat(32)}` as const
const s = `0x${'02'.repeat(32)}` as const

describe('withPermits', () => {
  it('does not change a call without permits', () => {
    expect(withPermits(call, [])).toBe(call)
  })
  it.each([
    [0, 27],
    [1, 28],
  ])('submits the signature before the call, in one transaction (parity %i)', (yParity, v) => {
    const signature = serializeSignature({ r, s, yParity })
    const { to, data } = withPermits(call, [{ token, value: 5n, deadline: 9n, signature }])
    expect(to).toBe(main)
    const outer = decodeFunctionData({ abi: digitalRightsAbi, data })
    expect(outer.functionName).toBe('multicall')
    const [permit, last] = (outer.args?.[0] ?? []) as unknown as readonly [Hex, Hex]
    expect(last).toBe(call.data)
    expect(decodeFunctionData({ abi: digitalRightsAbi, data: permit })).toMatchObject({
      functionName: 'selfPermit',
      args: [expect.stringMatching(new RegExp(token, 'i')), 5n, 9n, v, r, s],
    })
  })
})

describe('takesPermit', () => {
  it.each([
    ['DR', main, true],
    ['DRGV', main, true],
    ['USDR', main, true],
    ['USDT', main, false],
    ['DR', token, false],
  ])('%s for %s: %s', (name, spender, takes) => {
    const contracts = { ...config.contracts, DigitalRights: main }
    expect(takesPermit({ ...config, contracts }, { spender: spender as Hex, token: name })).toBe(takes)
  })
})
