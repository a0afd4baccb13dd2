import type { Hex } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { drgv, hash, intent, MAX, rejection, signed, stubLocks, usdt, voucher, world } from './test-flow.ts'

const held = stubLocks()

describe('an approval by signature', () => {
  it('takes the place of the transaction, and goes with the call', async () => {
    const sent: unknown[] = []
    const { flow, did } = world(
      {
        send: async (_, steps) => {
          sent.push(...steps.flatMap(({ permit }) => permit ?? []))
          return { hash: hash('c1'), data: '0x99' }
        },
      },
      [usdt, drgv],
    )
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(did.filter((what) => ['approve', 'permit', 'simulate'].includes(what))).toEqual([
      'approve',
      'permit',
      'simulate',
    ])
    expect(sent).toEqual([signed])
    expect(flow.get()).toMatchObject({ stage: 'pending', hash: hash('c1') })
  })
  it('what was sent is kept, so that a sped-up one is known for the same', async () => {
    const { flow, kept } = world({ send: async () => ({ hash: hash('c1'), data: '0x99' }) }, [drgv])
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(kept.get('order-1')).toMatchObject({ data: '0x99' })
  })
  it('a wallet that cannot sign it is asked for the transaction', async () => {
    const { flow, did } = world({ permit: async () => null }, [drgv])
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(did.slice(1, 4)).toEqual(['approve', 'approved', 'simulate'])
    expect(flow.get().steps.map(({ kind, state }) => [kind, state])).toEqual([
      ['approve', 'done'],
      ['call', 'mining'],
    ])
  })
  it('a rejection is final: no transaction is tried instead', async () => {
    const { flow, did } = world({ permit: () => Promise.reject(rejection) }, [drgv])
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(flow.get().stage).toBe('rejected')
    expect(did).toEqual(['quote'])
  })
})

describe('a batch', () => {
  const ATOMIC = { isContract: false, atomic: true }

  it('is one prompt; its order is stored under the wallet’s id of the batch, before any hash', async () => {
    const send = async () => ({ hash: null, callsId: '0xba7c' })
    const { flow, did, kept } = world({ send }, [usdt, drgv], ATOMIC)
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(did).not.toContain('approve')
    expect(flow.get()).toMatchObject({ stage: 'pending', hash: null, steps: [{ kind: 'call' }] })
    expect(flow.get().steps[0]?.batch?.map(({ token }) => token)).toEqual(['USDT', 'DRGV'])
    expect(kept.get('order-1')).toMatchObject({ callsId: '0xba7c', stage: 'pending' })
    expect(did).toContain('follow order-1')
  })
  it('that the wallet cannot send after all is asked for step by step', async () => {
    const requested: number[] = []
    const { flow, did } = world(
      {
        send: async (_, steps) => {
          requested.push(steps.length)
          return steps.at(-1)?.batch ? null : { hash: hash('c1') }
        },
      },
      [usdt, drgv],
      ATOMIC,
    )
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(requested).toEqual([1, 3])
    expect(did.filter((what) => what === 'approve' || what === 'permit')).toEqual(['approve', 'permit'])
    expect(flow.get()).toMatchObject({ stage: 'pending', hash: hash('c1') })
  })
  it('is found again after the page was closed, without a hash', async () => {
    const made = world()
    made.kept.set('order-7', {
      orderId: 'order-7',
      chainId: 31337,
      kind: 'buy-machine',
      stage: 'pending',
      voucher: voucher('7'),
      callsId: '0xba7c',
      updatedAt: 0,
    })
    await made.flow.start({ kind: 'resume', orderId: 'order-7' })
    expect(made.flow.get()).toMatchObject({ stage: 'pending', hash: null })
    expect(made.did).toEqual(['follow order-7'])
  })
})

describe('a shared wallet', () => {
  it('says at once that it waits for its other signers', async () => {
    const { flow } = world({}, [drgv], { isContract: true, atomic: false })
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(flow.get()).toMatchObject({ stage: 'pending', waiting: 'cosigners' })
    expect(flow.get().steps.map(({ kind }) => kind)).toEqual(['approve', 'call'])
  })
})

describe('a wallet that never answers', () => {
  it('stops being waited for when the user says so; its order is still watched', async () => {
    const made = world({ send: () => new Promise(() => undefined) }, [])
    await made.flow.start(intent)
    const confirmed = made.flow.confirm('digest-1', MAX)
    await vi.waitFor(() => expect(made.kept.has('order-1')).toBe(true))
    made.flow.abandon()
    await confirmed
    expect(made.flow.get()).toMatchObject({ stage: 'unsure', doubt: { failure: { code: 'wallet-silent' } } })
    expect(made.did).toContain('follow order-1')
    expect(held.size).toBe(0)
  })
  it('the same voucher ends while it is read again: no other is asked for', async () => {
    const made = world({ send: () => Promise.reject(new Error('Request expired.')) }, [])
    await made.flow.start(intent)
    await made.flow.confirm('digest-1', MAX)
    made.flow.dispatch({ type: 'looked', isWaiting: false })
    made.flow.dispatch({ type: 'again' })
    await vi.waitFor(() => expect(made.flow.get().plan?.id).toBe('digest-1'))
    await made.flow.renew()
    expect(made.flow.get()).toMatchObject({ stage: 'unsure', doubt: { failure: { code: 'expired' } } })
    expect(made.did.filter((what) => what === 'quote')).toHaveLength(1)
  })
  it('the same voucher is rejected the second time: the first is still watched, and in doubt', async () => {
    const answers = [() => new Promise<never>(() => undefined), () => Promise.reject(rejection)]
    const made = world({ send: () => answers.shift()?.() ?? Promise.reject(rejection) }, [])
    await made.flow.start(intent)
    const confirmed = made.flow.confirm('digest-1', MAX)
    await vi.waitFor(() => expect(made.flow.get().steps.at(-1)?.state).toBe('wallet'))
    made.flow.abandon()
    await confirmed
    made.flow.dispatch({ type: 'looked', isWaiting: false })
    made.flow.dispatch({ type: 'again' })
    await vi.waitFor(() => expect(made.flow.get().plan?.id).toBe('digest-1'))
    await made.flow.confirm('digest-1', MAX)
    expect(made.flow.get()).toMatchObject({ stage: 'unsure', doubt: { failure: null } })
    expect(made.kept.has('order-1')).toBe(true)
  })
  it('and its call is mined all the same: the flow goes on without it', async () => {
    const made = world({ send: () => new Promise(() => undefined) }, [])
    await made.flow.start(intent)
    const confirmed = made.flow.confirm('digest-1', MAX)
    await vi.waitFor(() => expect(made.flow.get().steps.at(-1)?.state).toBe('wallet'))
    made.flow.dispatch({ type: 'found', hash: hash('c1') })
    await confirmed
    expect(made.flow.get()).toMatchObject({ stage: 'pending', hash: hash('c1'), wasFound: true })
    expect(held.size).toBe(0)
  })
  it('until its voucher has ended: over, and what it sends after that is watched to its revert', async () => {
    let answer: (sent: { hash: Hex }) => void = () => undefined
    const send = () => new Promise<{ hash: Hex }>((resolve) => (answer = resolve))
    const made = world({ send }, [])
    await made.flow.start(intent)
    const confirmed = made.flow.confirm('digest-1', MAX)
    await vi.waitFor(() => expect(made.flow.get().steps.at(-1)?.state).toBe('wallet'))
    made.flow.dispatch({ type: 'failed', failure: { code: 'expired' } })
    await confirmed
    expect(made.flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'expired' } })
    answer({ hash: hash('c1') })
    await vi.waitFor(() => expect(made.kept.get('order-1')).toMatchObject({ hash: hash('c1') }))
    expect(made.did.at(-1)).toBe('follow order-1')
    expect(made.flow.get().stage).toBe('failed')
  })
  it('an approval that is not mined is reported as such, not as a silent wallet', async () => {
    const { flow } = world({ approved: () => new Promise(() => undefined) })
    await flow.start(intent)
    const confirmed = flow.confirm('digest-1', MAX)
    await vi.waitFor(() => expect(flow.get().steps[0]?.state).toBe('mining'))
    flow.abandon()
    await confirmed
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'approval-pending' } })
  })
  it('and then answers: its hash is stored, and not confused with the next try', async () => {
    let answer: (sent: { hash: Hex }) => void = () => undefined
    let requested = 0
    const made = world(
      {
        send: () => {
          requested += 1
          return new Promise((resolve) => {
            if (requested === 1) answer = resolve
          })
        },
      },
      [],
    )
    await made.flow.start(intent)
    const first = made.flow.confirm('digest-1', MAX)
    await vi.waitFor(() => expect(requested).toBe(1))
    made.flow.abandon()
    await first
    made.flow.dispatch({ type: 'looked', isWaiting: false })
    made.flow.dispatch({ type: 'again' })
    await vi.waitFor(() =>
      expect(made.flow.get()).toMatchObject({ stage: 'checking', plan: { id: 'digest-1' } }),
    )
    void made.flow.confirm('digest-1', MAX)
    await vi.waitFor(() => expect(requested).toBe(2))
    answer({ hash: hash('c1') })
    await vi.waitFor(() => expect(made.kept.get('order-1')).toMatchObject({ hash: hash('c1') }))
    expect(made.flow.get()).toMatchObject({ stage: 'signing', hash: null, plan: { id: 'digest-1' } })
    expect(made.did.filter((what) => what === 'quote')).toHaveLength(1)
  })
})
