import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { FlowFailure } from './failure.ts'
import { hash, rejection, stubLocks, voucher } from './test-flow.ts'
import { buyLeg, exchange, legs, outline, powerLeg, swapLeg } from './test-legs.ts'

stubLocks()

describe('several calls that were confirmed as one', () => {
  it('each is quoted when its turn comes, without another confirmation', async () => {
    const { flow, start, agree, mine, requested } = legs([outline('all', [swapLeg(), buyLeg, powerLeg])])
    await start()
    expect(flow.get()).toMatchObject({ stage: 'checking', plan: null, agreed: false })
    expect(requested).toEqual([])
    await agree('all')
    expect(requested).toEqual(['swapToken'])
    expect(flow.get()).toMatchObject({ stage: 'pending', agreed: true, hash: hash('c1') })
    await mine()
    expect(requested).toEqual(['swapToken', 'buyMachine'])
    expect(flow.get()).toMatchObject({ stage: 'pending', done: [{ leg: { to: exchange } }] })
    await mine()
    expect(requested).toEqual(['swapToken', 'buyMachine', 'activateMachine'])
    await mine()
    expect(flow.get()).toMatchObject({ stage: 'success', done: [{}, { hash: hash('c2') }] })
  })

  it('a leg that is done is not taken for a first attempt at the next one', async () => {
    const twice = outline('all', [swapLeg(), swapLeg(2n), buyLeg])
    const first = {
      orderId: 'order-1',
      chainId: 31_337,
      kind: 'swap-token',
      stage: 'pending',
      voucher: voucher('1'),
      hash: hash('c1'),
      updatedAt: 0,
    } as const
    let requests = 0
    const { start, agree, mine, requested } = legs(
      [twice],
      {},
      {
        firstAttempt: () => {
          requests += 1
          return requests > 2 ? first : undefined
        },
      },
    )
    await start()
    await agree('all')
    await mine()
    expect(requested).toEqual(['swapToken', 'swapToken'])
  })

  it('what needs nothing first shows its own quote, and the rest goes on after it', async () => {
    const { flow, start, agree, mine, requested } = legs([outline('all', [buyLeg, powerLeg])])
    await start()
    expect(flow.get()).toMatchObject({ plan: { id: 'plan-1' }, agreed: false })
    await agree('plan-1')
    await mine()
    expect(requested).toEqual(['buyMachine', 'activateMachine'])
    expect(flow.get()).toMatchObject({ stage: 'pending', agreed: true })
  })

  it('a quote beyond what was agreed to is shown, and signs nothing before it is confirmed', async () => {
    const { flow, start, agree, mine, did } = legs([outline('all', [swapLeg(), buyLeg])], { buyDrgv: 410n })
    await start()
    await agree('all')
    await mine()
    expect(flow.get()).toMatchObject({
      stage: 'checking',
      agreed: false,
      changes: [{ field: 'DRGV', before: 402n, after: 410n }],
      done: [{ leg: { to: exchange } }],
    })
    expect(did.filter((what) => what === 'send')).toHaveLength(0)
    await agree(flow.get().plan?.id ?? '')
    expect(flow.get().stage).toBe('pending')
  })

  it('a swap that gives less than is needed is reckoned again, and asked for again where it costs more', async () => {
    const { flow, start, agree, requested } = legs(
      [outline('all', [swapLeg(18n), buyLeg]), outline('dearer', [swapLeg(20n), buyLeg])],
      { swapGives: 170n },
    )
    await start()
    await agree('all')
    expect(requested).toEqual(['swapToken'])
    expect(flow.get()).toMatchObject({
      stage: 'checking',
      agreed: false,
      plan: null,
      outline: { id: 'dearer' },
      changes: [{ field: 'USDT', before: 178n, after: 180n }],
    })
  })

  it('the server says that it is still not enough: more is swapped, after the finished legs', async () => {
    const refusal = new ApiError({
      kind: 'server',
      code: 20_004,
      status: 409,
      message: 'short',
      data: { token: 'DRGV', needed: '420', available: '400' },
    })
    let refused = false
    const { flow, start, agree, mine, required } = legs(
      [outline('all', [swapLeg(), buyLeg]), outline('more', [swapLeg(2n), buyLeg])],
      {},
      {
        quote: async (intent) => {
          if (intent.kind !== 'buyMachine' || refused) return voucher('1')
          refused = true
          throw refusal
        },
      },
    )
    await start()
    await agree('all')
    await mine()
    expect(required).toEqual([{}, { DRGV: 420n }])
    expect(flow.get()).toMatchObject({
      stage: 'checking',
      agreed: false,
      outline: { id: 'more' },
      done: [{ leg: { to: exchange } }],
      changes: [{ field: 'USDT', before: 160n, after: 162n }],
    })
  })

  it('a server that is a block behind is asked again: the chain already shows the swap’s output', async () => {
    const refusal = new ApiError({
      kind: 'server',
      code: 20_004,
      status: 409,
      message: 'short',
      data: { token: 'DRGV', needed: '401', available: '0' },
    })
    let refusals = 0
    let outlined = 0
    const { flow, start, agree, mine } = legs(
      [],
      {},
      {
        outline: async () => {
          outlined += 1
          return outlined === 1 ? outline('all', [swapLeg(), buyLeg]) : null
        },
        quote: async (intent) => {
          if (intent.kind === 'buyMachine' && refusals < 2) {
            refusals += 1
            throw refusal
          }
          return voucher('1')
        },
      },
    )
    await start()
    await agree('all')
    await mine()
    expect(refusals).toBe(2)
    expect(flow.get()).toMatchObject({ stage: 'pending', agreed: true, done: [{ leg: { to: exchange } }] })
  })

  it('a rejection at the second leg: what is done is still shown, and nothing more is asked', async () => {
    let sent = 0
    const { flow, start, agree, mine, requested } = legs(
      [outline('all', [swapLeg(), buyLeg, powerLeg])],
      {},
      {
        send: async () => {
          sent += 1
          if (sent === 2) throw rejection
          return { hash: hash('c1') }
        },
      },
    )
    await start()
    await agree('all')
    await mine()
    expect(flow.get()).toMatchObject({ stage: 'unsure', done: [{ leg: { to: exchange } }] })
    expect(requested).toEqual(['swapToken', 'buyMachine'])
  })

  it('closed between two legs: the next one is not begun', async () => {
    const { flow, start, agree, mine, requested } = legs([outline('all', [swapLeg(), buyLeg])])
    await start()
    await agree('all')
    flow.leave()
    await mine()
    expect(requested).toEqual(['swapToken'])
  })

  it('what cannot be swapped for ends it before anything is signed', async () => {
    const missing = { code: 'balance', token: 'USDT', have: 1n, need: 160n } as const
    const { flow, start, did } = legs([], {}, { outline: () => Promise.reject(new FlowFailure(missing)) })
    await start()
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: missing })
    expect(did).toEqual([])
  })
})
