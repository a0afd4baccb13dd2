import { BaseError } from 'viem'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { type Failure, FlowFailure, failureWhile } from './failure.ts'
import { hash, intent, MAX, stubLocks, voucher, world } from './test-flow.ts'

stubLocks()

describe('what the log gets of a failure', () => {
  it('says what failed, at which step of which order, and nothing that is signed', async () => {
    const message = `could not send ${JSON.stringify(voucher('1'))}`
    const { flow, reported } = world({ send: () => Promise.reject(new Error(message)) })
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(flow.get().doubt?.failure).toMatchObject({ code: 'wallet-failed', message })
    expect(reported).toEqual([
      { code: 'wallet-failed', detail: null, kind: 'buy', step: 'call', orderId: 'order-1', hash: null },
    ])
    expect(JSON.stringify(reported)).not.toContain(voucher('1').signature)
  })

  it('names the fields of a voucher that do not match, and not their values', async () => {
    const mismatches = [
      { name: 'signer', expected: 'secret-a', actual: 'secret-b' },
      { name: 'amounts', expected: '1', actual: '2' },
    ] as const
    const { flow, reported } = world({
      plan: () => Promise.reject(new FlowFailure({ code: 'mismatch', mismatches })),
    })
    await flow.start(intent)
    expect(reported).toMatchObject([{ code: 'mismatch', detail: 'signer, amounts', kind: null, step: null }])
    expect(JSON.stringify(reported)).not.toContain('secret')
  })

  it('is logged once, also when it comes from the watch over a sent transaction', async () => {
    const { flow, reported } = world()
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    const failed = { type: 'failed', failure: { code: 'cancelled' } } as const
    flow.dispatch(failed)
    flow.dispatch(failed)
    expect(reported).toEqual([
      { code: 'cancelled', detail: null, kind: 'buy', step: 'call', orderId: 'order-1', hash: hash('c1') },
    ])
  })

  it('a rejection in the wallet is not logged as a failure', async () => {
    const rejection = Object.assign(new Error('denied'), { code: 4001 })
    const { flow, reported } = world({ approve: () => Promise.reject(rejection) })
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(flow.get().stage).toBe('rejected')
    expect(reported).toEqual([])
  })
})

const transport = new ApiError({ kind: 'transport', code: 0, status: 0, message: 'no answer' })
const refusal = new ApiError({ kind: 'server', code: 20_009, status: 409, message: 'out of stock' })

it.each<[string, boolean, unknown, Failure['code']]>([
  ['a node that does not answer, offline', false, new BaseError('no route'), 'offline'],
  ['a node that does not answer, online', true, new BaseError('no route'), 'no-answer'],
  ['a server that does not answer, offline', false, transport, 'offline'],
  ['a server that does not answer, online', true, transport, 'api'],
  ['what the server refused, whatever the browser says', false, refusal, 'api'],
])('%s', (_, online, error, code) => {
  expect(failureWhile(online, error).code).toBe(code)
})
