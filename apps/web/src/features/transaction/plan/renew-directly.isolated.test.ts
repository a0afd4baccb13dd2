import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { ERRORS } from '@dr/protocol/errors'
import { decodeFunctionData } from 'viem'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { ApiError, type ApiErrorKind } from '../../../api/errors.ts'
import { config } from '../../../api/test-config.ts'
import { type Failure, FlowFailure } from '../flow/failure.ts'
import { account, contract, hash, KEY, MAX, PLAIN_PLAN, stubLocks, world } from '../flow/test-flow.ts'
import { directCall } from './direct-call.ts'
import type { FreshIntent } from './plan.ts'
import { namesMachines } from './plan.ts'
import { firstEnd, noVoucherReason, outlives, type RenewIntent } from './renew-directly.ts'

stubLocks()
beforeEach(() => void vi.stubGlobal('reportError', vi.fn()))
afterEach(() => vi.unstubAllGlobals())

const api = (kind: ApiErrorKind, code: number, status: number): Failure => ({
  code: 'api',
  error: new ApiError({ kind, code, status, message: 'refused' }),
})
const reverted = (name: string): Failure => ({ code: 'revert', revert: { name, args: [], reason: null } })

test.each<[string, Failure, ReturnType<typeof noVoucherReason>]>([
  ['no answer from the server', api('transport', 0, 0), 'silent'],
  ['none within a minute', api('timeout', 0, 0), 'silent'],
  ['a fault of the server', api('server', ERRORS.INTERNAL.code, 500), 'silent'],
  ['vouchers that are paused or without a signer', api('server', ERRORS.FEATURE_OFF.code, 403), 'stopped'],
  ['a blocked account', api('server', ERRORS.ACCOUNT_BLOCKED.code, 403), 'blocked'],
  ['no price', api('server', ERRORS.NO_PRICE.code, 503), 'no-price'],
  ['a signer that was revoked since', { code: 'signer-revoked' }, 'stopped'],
  ['a pause since', reverted('VouchersPaused'), 'stopped'],
  ['a machine of another', reverted('MachineNotOwned'), null],
  ['a machine that is not the user’s', api('server', ERRORS.MACHINE_NOT_OWNED.code, 403), null],
  ['a session that ended', api('server', ERRORS.SESSION_EXPIRED.code, 401), null],
  ['a device without network', { code: 'offline' }, null],
  ['too little DRGV', { code: 'balance', token: 'DRGV', have: 0n, need: 6n }, null],
  ['a voucher that does not match', { code: 'mismatch', mismatches: [] }, null],
])('electricity is paid directly where that helps: %s', (_, failure, reason) => {
  expect(noVoucherReason(failure)).toBe(reason)
})

test('only a payment that names its machines works without the server', () => {
  expect(namesMachines({ kind: 'activateMachine', machineIDs: ['128'], Period: 1 })).toBe(true)
  expect(namesMachines({ kind: 'activateMachine', all: 'all', machineCount: 1, Period: 1 })).toBe(false)
  expect(namesMachines({ kind: 'buyPODpower', drAmount: 1n })).toBe(false)
})

test('the first end counts from the next whole hour, or from the end that was paid', () => {
  const day = 86_400
  const now = 3_600 * 480_000 + 1
  expect(firstEnd({ now, paidUntil: [0, now + day], periods: 1 })).toBe(now + 3_599 + 30 * day)
  expect(firstEnd({ now, paidUntil: [now + 2 * day, now + day], periods: 2 })).toBe(now + 61 * day)
})

test.each([
  ['its only period begins before the end', 100, 0, 1, false],
  ['so does the second, after what is paid', 31 * 24, 10, 2, false],
  ['the second would begin at the end', 30 * 24 + 1, 0, 2, true],
  ['what is paid reaches the end', 100, 100, 1, true],
  ['its life is over', 0, 0, 1, true],
])('a payment beyond the life of a machine is refused: %s', (_, lifeHours, paidHours, periods, refused) => {
  const now = 3_600 * 480_000 + 1_800
  const [lifeEnd, until] = [lifeHours, paidHours].map((hours) => 3_600 * (480_000 + hours))
  const paidUntil = new Map([
    ['128', now],
    ['129', until ?? 0],
  ])
  const known = [{ machineId: '129', lifeEnd: lifeEnd ?? 0 }]
  expect(outlives({ now, periods, paidUntil }, known)).toBe(refused)
  // No result for a machine with unknown life, nor for one that is not paid for.
  expect(outlives({ now, periods, paidUntil }, [{ machineId: '130', lifeEnd: 0 }])).toBe(false)
})

const renewal: RenewIntent = {
  kind: 'renewMachine',
  machineIDs: ['128', '129'],
  Period: 2,
  because: 'silent',
  paidUntil: 1,
}

test('the call is renew, for the first hundred, and burns the fixed fee', () => {
  const machineIDs = Array.from({ length: 101 }, (_, index) => String(128 + index))
  const { call, outgoing } = directCall({ ...renewal, machineIDs }, account, config)
  expect(call.to).toBe(config.contracts.DigitalRights)
  const { functionName, args } = decodeFunctionData({ abi: digitalRightsAbi, data: call.data })
  expect(functionName).toBe('renew')
  expect(args).toEqual([machineIDs.slice(0, 100).map(BigInt), 2n])
  expect(outgoing).toEqual([{ token: 'DRGV', amount: 1_200n * 10n ** 18n }])
})

describe('a payment of electricity that gets no voucher', () => {
  const intent: FreshIntent = { kind: 'activateMachine', machineIDs: ['129', '128'], Period: 2 }
  const silent = async (): Promise<never> => {
    throw new ApiError({ kind: 'transport', code: 0, status: 0, message: 'no answer' })
  }
  const plan = (intent: FreshIntent | null) => ({ ...PLAIN_PLAN, id: 'renewal', intent })
  /** The watcher's event, which follows every call to its end. */
  const mined = { type: 'succeeded', evidence: 'receipt', blockNumber: 9n } as const

  it('is shown as what it is now, and sent once the user agrees', async () => {
    const reasons: Failure['code'][] = []
    const { flow, did } = world({
      quote: silent,
      renewal: async (_, failure) => {
        reasons.push(failure.code)
        return renewal
      },
      plan: async (intent) => plan(intent),
    })
    await flow.start(intent)
    expect(flow.get()).toMatchObject({ stage: 'checking', plan: { intent: renewal, voucher: null } })
    expect(did).toEqual([]) // nothing is sent before that
    expect(reasons).toEqual(['api'])
    await flow.confirm('renewal', MAX)
    const kept = ['keep signing', 'follow renewal', 'send', 'keep pending', 'follow renewal']
    expect(did).toEqual(['simulate', ...kept])
    expect(flow.get()).toMatchObject({ stage: 'pending', hash: hash('c1') })
    flow.dispatch(mined)
    expect(flow.get()).toMatchObject({ stage: 'success', hash: hash('c1') })
  })

  it('fails as before where paying directly does not help', async () => {
    const { flow } = world({ quote: silent })
    await flow.start(intent)
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'api' } })
  })

  it('fails by what the chain says of the renewal', async () => {
    const { flow } = world({
      quote: silent,
      renewal: async () => renewal,
      plan: async () => {
        throw new FlowFailure({ code: 'balance', token: 'BNB', have: 0n, need: 1n })
      },
    })
    await flow.start(intent)
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'balance' } })
  })

  it('as a part of several calls is shown before it is signed, though the whole was agreed to', async () => {
    const spend = { token: 'USDT', amount: 1n, tokenAddress: contract, balance: 9n, allowance: 9n } as const
    const leg = { to: contract, outgoing: [], gives: [], spends: [] } as const
    const outline = {
      id: 'whole',
      account,
      goal: intent,
      incoming: [],
      ability: KEY,
      gas: { cost: 1n, balance: 2n },
      legs: [
        {
          ...leg,
          intent: { kind: 'wrapUSDR', amount: 1n } as const,
          isGoal: false,
          outgoing: [{ token: 'USDT', amount: 1n } as const],
        },
        { ...leg, intent, isGoal: true },
      ],
    }
    const { flow, did } = world({
      outline: async () => outline,
      quote: async (intent) => (intent.kind === 'activateMachine' ? silent() : null),
      renewal: async (intent) => (intent.kind === 'activateMachine' ? renewal : null),
      plan: async (intent) =>
        intent?.kind === 'renewMachine'
          ? plan(intent)
          : { ...plan(intent), id: 'wrap', spends: [{ ...spend, resetFirst: false, permit: false }] },
    })
    await flow.start(intent)
    await flow.confirm('whole', MAX)
    await expect.poll(() => flow.get().stage).toBe('pending')
    flow.dispatch(mined)
    await expect.poll(() => flow.get().plan?.id).toBe('renewal')
    expect(flow.get()).toMatchObject({ stage: 'checking', agreed: false })
    expect(did.filter((what) => what === 'send')).toHaveLength(flow.get().done.length)
    await flow.confirm('renewal', MAX)
    await expect.poll(() => flow.get().stage).toBe('pending')
    flow.dispatch(mined)
    await expect.poll(() => flow.get().stage).toBe('success')
  })
})
