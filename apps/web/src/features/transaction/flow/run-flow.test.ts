import { afterEach, describe, expect, it, vi } from 'vitest'
import { PATIENCE_MS } from '../../../api/patience.ts'
import { FlowFailure } from './failure.ts'
import { account, hash, intent, MAX, PLAIN_PLAN, rejection, stubLocks, voucher, world } from './test-flow.ts'

const held = stubLocks()

describe('a purchase', () => {
  it('approves, tries the call, keeps the order, and only then asks for the signature', async () => {
    const { flow, did, kept } = world()
    await flow.start(intent)
    expect(flow.get()).toMatchObject({ stage: 'checking', plan: { id: 'digest-1' } })
    await flow.confirm('digest-1', MAX)
    expect(did).toEqual([
      'quote',
      'approve',
      'approved',
      'simulate',
      'keep signing',
      'follow order-1',
      'send',
      'keep pending',
      'follow order-1',
    ])
    expect(flow.get()).toMatchObject({ stage: 'pending', hash: hash('c1') })
    expect(kept.get('order-1')).toMatchObject({ hash: hash('c1'), sentAtBlock: '5', minedBefore: 3 })
  })
  it('two taps send one transaction', async () => {
    const { flow, did } = world()
    await flow.start(intent)
    await Promise.all([flow.confirm('digest-1', MAX), flow.confirm('digest-1', MAX)])
    expect(did.filter((what) => what === 'send')).toHaveLength(1)
    expect(flow.get()).toMatchObject({ stage: 'pending', hash: hash('c1') })
  })
  it('a second tab says that the first is under way, and sends nothing', async () => {
    const { flow, did } = world()
    held.add(`signing:${account}`)
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'other-tab' } })
    expect(did).toEqual(['quote'])
  })
})

describe('how it ends', () => {
  it('a rejected approval is no error, and nothing more is asked', async () => {
    const { flow, did } = world({ approve: () => Promise.reject(rejection) })
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(flow.get().stage).toBe('rejected')
    expect(did).toEqual(['quote'])
  })
  it('a wallet that fails otherwise may have sent it: the order is kept and watched', async () => {
    const { flow, kept, did } = world({ send: () => Promise.reject(new Error('lost the connection')) })
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(flow.get()).toMatchObject({
      stage: 'unsure',
      doubt: { failure: { code: 'wallet-failed', message: 'lost the connection' }, isWaiting: null },
      failure: null,
    })
    expect(kept.get('order-1')).toMatchObject({ stage: 'signing' })
    expect(did).toContain('follow order-1')
  })
  it('a call that would revert is not signed', async () => {
    const revert = { name: 'VouchersPaused', args: [], reason: null }
    const { flow, did } = world({
      simulate: () => Promise.reject(new FlowFailure({ code: 'revert', revert })),
    })
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'revert', revert } })
    expect(did).not.toContain('send')
  })
  it('a voucher that does not match is reported, and cannot be confirmed', async () => {
    const mismatches = [{ name: 'signer', expected: 'a', actual: 'b' }] as const
    const { flow, did } = world({
      plan: () => Promise.reject(new FlowFailure({ code: 'mismatch', mismatches })),
    })
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'mismatch', mismatches } })
    expect(did).toEqual(['quote'])
  })
  it('another account while a block is awaited: the wallet is asked for nothing more', async () => {
    const made = world({
      approved: async () => {
        made.flow.dispatch({ type: 'wallet-changed' })
        return undefined
      },
    })
    await made.flow.start(intent)
    await made.flow.confirm('digest-1', MAX)
    expect(made.flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'wallet-changed' } })
    expect(made.did).not.toContain('send')
  })
})

describe('a quote that ends in between', () => {
  it('is renewed after the approvals, and goes on when nothing changed', async () => {
    const made = world({ approved: async () => void made.setTime(9_990_000) })
    await made.flow.start(intent)
    await made.flow.confirm('digest-1', MAX)
    expect(made.flow.get()).toMatchObject({ stage: 'pending', plan: { id: 'digest-2' } })
    expect(made.kept.has('order-2')).toBe(true)
  })
  it('asks again when it costs something else now', async () => {
    let requested = 0
    const made = world({
      approved: async () => void made.setTime(9_990_000),
      quote: async () => {
        requested += 1
        return voucher(String(requested), requested === 1 ? '160' : '170')
      },
    })
    await made.flow.start(intent)
    await made.flow.confirm('digest-1', MAX)
    expect(made.flow.get()).toMatchObject({
      stage: 'checking',
      changes: [{ field: 'USDT', before: 160n, after: 170n }],
    })
    expect(made.did).not.toContain('send')
  })
})

describe('an order found again', () => {
  it('goes on waiting for what was sent', async () => {
    const made = world()
    made.kept.set('order-7', {
      orderId: 'order-7',
      chainId: 31337,
      kind: 'buy-machine',
      stage: 'pending',
      voucher: voucher('7'),
      hash: hash('77'),
      updatedAt: 0,
    })
    await made.flow.start({ kind: 'resume', orderId: 'order-7' })
    expect(made.flow.get()).toMatchObject({ stage: 'pending', hash: hash('77') })
    expect(made.did).toEqual(['follow order-7'])
  })
  it('that the wallet was asked for is looked up first', async () => {
    const made = world({ findVoucher: async () => voucher('7') })
    made.kept.set('order-7', {
      orderId: 'order-7',
      chainId: 31337,
      kind: 'buy-machine',
      stage: 'signing',
      voucher: voucher('7'),
      updatedAt: 0,
    })
    await made.flow.start({ kind: 'resume', orderId: 'order-7' })
    expect(made.flow.get()).toMatchObject({ stage: 'unsure', plan: { id: 'digest-7' } })
    made.flow.dispatch({ type: 'looked', isWaiting: false, blockNumber: 9n })
    made.flow.dispatch({ type: 'again' })
    await vi.waitFor(() =>
      expect(made.flow.get()).toMatchObject({ stage: 'checking', plan: { id: 'digest-7' } }),
    )
    expect(made.did).toEqual(['follow order-7'])
  })
  it('is offered again when the wallet was not asked', async () => {
    const { flow } = world({ findVoucher: async () => voucher('7') })
    await flow.start({ kind: 'resume', orderId: 'order-7' })
    expect(flow.get()).toMatchObject({ stage: 'checking', plan: { id: 'digest-7' } })
  })
  it('is a success when the ledger says it was used', async () => {
    const { flow } = world({ findVoucher: async () => ({ ...voucher('7'), status: 'used' }) })
    await flow.start({ kind: 'resume', orderId: 'order-7' })
    expect(flow.get()).toMatchObject({ stage: 'success', final: true, seen: { evidence: 'order' } })
  })
  it('is over when it expired', async () => {
    const { flow } = world({ findVoucher: async () => ({ ...voucher('7'), status: 'expired' }) })
    await flow.start({ kind: 'resume', orderId: 'order-7' })
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'expired' } })
  })
})

describe('electricity, from a server that does not answer', () => {
  const power = { kind: 'activateMachine', machineIDs: ['1'], Period: 1 } as const
  const directly = {
    kind: 'renewMachine',
    machineIDs: ['1'],
    Period: 1,
    because: 'silent',
    paidUntil: 1,
  } as const
  /** A server that answers the first `answers` quotes, and a payment without it. */
  const open = (answers: number) => {
    let requested = 0
    const reasons: string[] = []
    const { flow } = world({
      quote: () => {
        requested += 1
        return requested <= answers
          ? Promise.resolve(voucher(String(requested)))
          : new Promise(() => undefined)
      },
      plan: async (given, quoted) => ({
        ...PLAIN_PLAN,
        id: quoted?.digest ?? given?.kind ?? '',
        intent: given,
        voucher: quoted,
      }),
      renewal: async (_, failure) => {
        reasons.push(failure.code)
        return directly
      },
    })
    return { flow, reasons }
  }
  afterEach(() => void vi.useRealTimers())

  it('machines that are named are paid for without it, once it was waited for long enough', async () => {
    vi.useFakeTimers()
    const { flow, reasons } = open(0)
    void flow.start(power)
    await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1)
    expect(flow.get().plan).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect([flow.get().plan?.id, reasons]).toEqual(['renewMachine', ['api']])
  })
  it('of all machines only it knows which they are: it is waited for', async () => {
    vi.useFakeTimers()
    const { flow } = open(0)
    void flow.start({ kind: 'activateMachine', all: 'paused', machineCount: 1, Period: 1 })
    await vi.advanceTimersByTimeAsync(2 * PATIENCE_MS)
    expect(flow.get().plan).toBeNull()
  })
  it('a quote that is renewed is waited for: what was approved is for its voucher', async () => {
    vi.useFakeTimers()
    const { flow, reasons } = open(1)
    await flow.start(power)
    void flow.renew()
    await vi.advanceTimersByTimeAsync(2 * PATIENCE_MS)
    expect(flow.get()).toMatchObject({ stage: 'checking', plan: { id: 'digest-1' }, failure: null })
    expect(reasons).toEqual([])
  })
})
