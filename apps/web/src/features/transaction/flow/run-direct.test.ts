import { describe, expect, it, vi } from 'vitest'
import { WalletUnfit } from '../../../chain/wallet/wallet-client.ts'
import type { Plan } from '../plan/plan.ts'
import { FlowFailure } from './failure.ts'
import type { FlowPorts } from './ports.ts'
import { hash, MAX, PLAIN_PLAN, rejection, stubLocks, world } from './test-flow.ts'
import type { Fate } from './trace/look-back.ts'

stubLocks()

describe('a deposit, which has no order', () => {
  const deposit: Plan['intent'] = {
    kind: 'deposit',
    token: 'USDT',
    amount: 160n,
    chainPackageId: 2n,
    shown: {
      termDays: 30,
      incomeToken: 'USDT',
      yearlyRate: 1n,
      burnBps: 500n,
      result: { income: 2n, burn: 0n, net: 2n, burnDr: 0n, worth: 2n },
    },
  }
  const depositPlan: Plan = {
    ...PLAIN_PLAN,
    id: 'deposit:2:160',
    intent: deposit,
  }
  const ports = { quote: async () => null, plan: async () => depositPlan }

  it('is kept before the wallet is asked, with what the chain said then', async () => {
    const { flow, did, kept } = world(ports)
    await flow.start(deposit)
    await flow.confirm(depositPlan.id, MAX)
    expect(did).toEqual([
      'simulate',
      'keep signing',
      `follow ${depositPlan.id}`,
      'send',
      'keep pending',
      `follow ${depositPlan.id}`,
    ])
    expect(kept.get(depositPlan.id)).toMatchObject({ kind: 'deposit', hash: hash('c1'), minedBefore: 3 })
    expect(flow.get()).toMatchObject({ stage: 'pending', hash: hash('c1') })
  })

  it('a wallet that was not there to be asked leaves nothing behind, and is no doubt', async () => {
    const { flow, kept } = world({
      ...ports,
      send: () => Promise.reject(new WalletUnfit('wrong-network')),
    })
    await flow.start(deposit)
    await flow.confirm(depositPlan.id, MAX)
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'wrong-network' } })
    expect(kept.size).toBe(0)
  })

  const expired = () => Promise.reject(new Error('Request expired.'))
  const doubted = async (change: Partial<FlowPorts> = {}) => {
    let sends = 0
    const made = world({
      ...ports,
      send: () => {
        sends += 1
        return sends === 1 ? expired() : Promise.resolve({ hash: hash('c2') })
      },
      ...change,
    })
    await made.flow.start(deposit)
    await made.flow.confirm(depositPlan.id, MAX)
    return { ...made, sends: () => sends }
  }

  it('an error of the wallet is looked up: nothing can be signed before the chain has answered', async () => {
    const { flow, sends } = await doubted()
    expect(flow.get()).toMatchObject({ stage: 'unsure', doubt: { isWaiting: null } })
    flow.dispatch({ type: 'again' })
    expect(flow.get().stage).toBe('unsure')
    flow.dispatch({ type: 'looked', isWaiting: true, blockNumber: 9n })
    flow.dispatch({ type: 'again' })
    expect(flow.get()).toMatchObject({ stage: 'unsure', doubt: { isWaiting: true } })
    expect(sends()).toBe(1)
  })

  it('it was sent: the flow goes on to its success', async () => {
    const { flow, sends } = await doubted()
    flow.dispatch({ type: 'found', hash: hash('c1') })
    flow.dispatch({ type: 'succeeded', evidence: 'receipt', blockNumber: 9n })
    expect(flow.get()).toMatchObject({ stage: 'success', hash: hash('c1'), wasFound: true })
    expect(sends()).toBe(1)
  })

  it('the user says that it was not sent: it is shown again, and sent once confirmed', async () => {
    const { flow, sends } = await doubted()
    flow.dispatch({ type: 'looked', isWaiting: false, blockNumber: 9n })
    flow.dispatch({ type: 'again' })
    await vi.waitFor(() => expect(flow.get()).toMatchObject({ stage: 'checking', plan: { first: {} } }))
    await flow.confirm(depositPlan.id, MAX)
    expect(flow.get()).toMatchObject({ stage: 'pending', hash: hash('c2') })
    expect(sends()).toBe(2)
  })

  it('the user says so, and the chain shows it by then: the second is not sent', async () => {
    const fates: Fate[] = ['unseen', 'seen']
    const { flow, sends, kept } = await doubted({ fateOf: async () => fates.shift() ?? 'seen' })
    flow.dispatch({ type: 'looked', isWaiting: false, blockNumber: 9n })
    flow.dispatch({ type: 'again' })
    await vi.waitFor(() => expect(flow.get()).toMatchObject({ stage: 'checking', plan: { first: {} } }))
    await flow.confirm(depositPlan.id, MAX)
    expect(flow.get()).toMatchObject({ stage: 'unsure', doubt: { isWaiting: null } })
    expect(kept.get(depositPlan.id)).toMatchObject({ stage: 'signing' })
    expect(sends()).toBe(1)
  })

  it('the second is rejected in the wallet: the first is still in doubt, and nothing else is said', async () => {
    const answers = [expired, () => Promise.reject(rejection)]
    const { flow, kept } = await doubted({ send: () => (answers.shift() ?? expired)() })
    const first = kept.get(depositPlan.id)
    flow.dispatch({ type: 'looked', isWaiting: false, blockNumber: 9n })
    flow.dispatch({ type: 'again' })
    await vi.waitFor(() => expect(flow.get()).toMatchObject({ stage: 'checking', plan: { first: {} } }))
    await flow.confirm(depositPlan.id, MAX)
    expect(flow.get()).toMatchObject({ stage: 'unsure', doubt: { failure: null }, plan: { intent: deposit } })
    expect(kept.get(depositPlan.id)).toEqual(first)
  })

  it('it cannot be tried again: back in doubt, with the reason', async () => {
    const missing = { code: 'balance', token: 'USDT', have: 1n, need: 160n } as const
    let plans = 0
    const { flow } = await doubted({
      plan: async () => {
        plans += 1
        if (plans === 1) return depositPlan
        throw new FlowFailure(missing)
      },
    })
    flow.dispatch({ type: 'looked', isWaiting: false, blockNumber: 9n })
    flow.dispatch({ type: 'again' })
    await vi.waitFor(() => expect(flow.get()).toMatchObject({ stage: 'unsure', doubt: { failure: missing } }))
    expect(flow.get().plan?.id).toBe(depositPlan.id)
  })

  it('the first is mined while the user reads the second: it is the success', async () => {
    const { flow, sends } = await doubted()
    flow.dispatch({ type: 'looked', isWaiting: false, blockNumber: 9n })
    flow.dispatch({ type: 'again' })
    await vi.waitFor(() => expect(flow.get().plan?.first).toBeDefined())
    flow.dispatch({ type: 'found', hash: hash('c1') })
    flow.dispatch({ type: 'succeeded', evidence: 'receipt', blockNumber: 9n })
    expect(flow.get()).toMatchObject({ stage: 'success', hash: hash('c1'), wasFound: true })
    expect(sends()).toBe(1)
  })

  it('the user says that it was not sent, and leaves: it is over by all that is known', async () => {
    const { flow, kept } = await doubted()
    flow.leave()
    expect(kept.size).toBe(1)
    flow.dispatch({ type: 'looked', isWaiting: false, blockNumber: 9n })
    flow.dispatch({ type: 'again' })
    await vi.waitFor(() => expect(flow.get().plan?.first).toBeDefined())
    flow.leave()
    expect(kept.get(depositPlan.id)).toMatchObject({ over: 'refused' })
  })

  it('begun again later, or in another tab: the first attempt comes before anything is asked for', async () => {
    const { flow, did } = world({
      ...ports,
      firstAttempt: () => ({
        orderId: depositPlan.id,
        chainId: 31_337,
        kind: 'deposit',
        stage: 'signing',
        voucher: null,
        updatedAt: 0,
      }),
      outline: () => Promise.reject(new Error('too early')),
    })
    await flow.start(deposit)
    expect(flow.get()).toMatchObject({ stage: 'unsure', doubt: { failure: null, isWaiting: null } })
    expect(did).toEqual([`follow ${depositPlan.id}`])
  })
})
