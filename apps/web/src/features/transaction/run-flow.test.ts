import type { Voucher } from '@dr/protocol/calls/voucher'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TransactionIntent } from '../../chain/intents.ts'
import type { PendingWork } from '../../chain/pending.ts'
import type { Spend } from '../../chain/read-spend.ts'
import { FlowFailure } from './failure.ts'
import type { Plan } from './plan.ts'
import { createFlow, type FlowPorts } from './run-flow.ts'

const account = `0x${'ab'.repeat(20)}` as const
const contract = `0x${'cd'.repeat(20)}` as const
const hash = (byte: string) => `0x${byte.repeat(32)}` as `0x${string}`
const intent: TransactionIntent = { kind: 'buyMachine', productId: 'm1', machineCount: 2 }

const voucher = (id: string, usdtAmount = '160', deadline = 10_000): Voucher => ({
  orderId: `order-${id}`,
  kind: 'buy-machine',
  status: 'open',
  contract,
  typedData: {
    domain: { name: 'DigitalRights', version: '1', chainId: 31337, verifyingContract: contract },
    primaryType: 'BuyMachine',
    types: {},
    message: {
      account,
      usdtAmount,
      DRGVAmount: '400',
      DRGVPrice: '1',
      machineCount: '2',
      nonce: '0',
      deadline: String(deadline),
    },
  },
  signature: '0x12',
  digest: `digest-${id}`,
  nonce: '0',
  deadline,
  issuedAtBlock: 1,
  prices: {},
  outgoing: [],
  incoming: [],
  remaining: 0,
})
const usdt: Spend = {
  token: 'USDT',
  tokenAddress: contract,
  amount: 160n,
  balance: 999n,
  allowance: 0n,
  resetFirst: false,
}

/** The order of what the flow does to the world, over ports that are good unless a test says otherwise. */
function world(change: Partial<FlowPorts> = {}, spends: readonly Spend[] = [usdt]) {
  const did: string[] = []
  const kept = new Map<string, PendingWork>()
  let nowMs = 0
  let quotes = 0
  const plan = (voucherOf: Voucher | null): Plan => ({
    id: voucherOf?.digest ?? 'none',
    account,
    intent: intent as Plan['intent'],
    voucher: voucherOf,
    call: { to: contract, data: '0x' },
    vault: null,
    comes: [],
    spends,
    gas: { cost: 1n, balance: 2n },
    deadline: voucherOf?.deadline ?? null,
    blockNumber: 1n,
    blockTime: 0,
    readAtMs: 0,
  })
  const did_ =
    <Result>(name: string, result: Result) =>
    async (): Promise<Result> => {
      did.push(name)
      return result
    }
  const ports: FlowPorts = {
    account,
    chainId: 31337,
    nowMs: () => nowMs,
    quote: async () => {
      quotes += 1
      did.push('quote')
      return voucher(String(quotes))
    },
    plan: async (_, given) => plan(given),
    approve: did_('approve', hash('a1')),
    approved: did_('approved', undefined),
    simulate: did_('simulate', undefined),
    send: did_('send', hash('c1')),
    settled: async (sent) => ({ blockNumber: 9n, hash: sent }),
    keepDeposit: (sent) => void did.push(`keep deposit ${sent.slice(-2)}`),
    untilFinal: async () => undefined,
    newestBlock: async () => 5n,
    findPending: (orderId) => kept.get(orderId),
    savePending: (work) => {
      did.push(`keep ${work.stage}`)
      kept.set(work.orderId, work)
    },
    forgetPending: (orderId) => void kept.delete(orderId),
    follow: (orderId) => void did.push(`follow ${orderId}`),
    findVoucher: async () => null,
    ...change,
  }
  return { flow: createFlow(ports), did, kept, setTime: (ms: number) => (nowMs = ms) }
}

const rejection = Object.assign(new Error('denied'), { code: 4001 })
let held: Set<string>

beforeEach(() => {
  held = new Set()
  vi.stubGlobal('navigator', {
    locks: {
      // Web Locks as far as one page needs them: a name is held by one at a time.
      request: async (name: string, _: object, work: (lock: object | null) => Promise<unknown>) => {
        if (held.has(name)) return work(null)
        held.add(name)
        try {
          return await work({ name })
        } finally {
          held.delete(name)
        }
      },
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a purchase', () => {
  it('approves, tries the call, keeps the order, and only then asks for the signature', async () => {
    const { flow, did, kept } = world()
    await flow.start(intent)
    expect(flow.get()).toMatchObject({ stage: 'checking', plan: { id: 'digest-1' } })
    await flow.confirm('digest-1', 'max')
    expect(did).toEqual([
      'quote',
      'approve',
      'approved',
      'simulate',
      'keep signing',
      'send',
      'keep pending',
      'follow order-1',
    ])
    expect(flow.get()).toMatchObject({ stage: 'pending', hash: hash('c1') })
    expect(kept.get('order-1')).toMatchObject({ hash: hash('c1'), sentAtBlock: '5' })
  })
  it('two taps send once', async () => {
    const { flow, did } = world()
    await flow.start(intent)
    await Promise.all([flow.confirm('digest-1', 'max'), flow.confirm('digest-1', 'max')])
    expect(did.filter((what) => what === 'send')).toHaveLength(1)
  })
  it('a second tab is told, and sends nothing', async () => {
    const { flow, did } = world()
    held.add(`signing:${account}`)
    await flow.start(intent)
    await flow.confirm('digest-1', 'max')
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'other-tab' } })
    expect(did).toEqual(['quote'])
  })
})

describe('ways out', () => {
  it('a rejected approval is calm, and asks nothing more', async () => {
    const { flow, did } = world({ approve: () => Promise.reject(rejection) })
    await flow.start(intent)
    await flow.confirm('digest-1', 'max')
    expect(flow.get().stage).toBe('rejected')
    expect(did).toEqual(['quote'])
  })
  it('a rejected signature leaves nothing behind', async () => {
    const { flow, kept } = world({ send: () => Promise.reject(new Error('wrapped', { cause: rejection })) })
    await flow.start(intent)
    await flow.confirm('digest-1', 'max')
    expect(flow.get().stage).toBe('rejected')
    expect(kept.size).toBe(0)
  })
  it('a wallet that fails otherwise may have sent it: the order is kept and watched', async () => {
    const { flow, kept, did } = world({ send: () => Promise.reject(new Error('lost the connection')) })
    await flow.start(intent)
    await flow.confirm('digest-1', 'max')
    expect(flow.get()).toMatchObject({
      stage: 'failed',
      failure: { code: 'wallet-failed', message: 'lost the connection' },
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
    await flow.confirm('digest-1', 'max')
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'revert', revert } })
    expect(did).not.toContain('send')
  })
  it('a lying server is named, and nothing can be confirmed', async () => {
    const lies = [{ name: 'signer', expected: 'a', told: 'b' }] as const
    const { flow, did } = world({ plan: () => Promise.reject(new FlowFailure({ code: 'lie', lies })) })
    await flow.start(intent)
    await flow.confirm('digest-1', 'max')
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'lie', lies } })
    expect(did).toEqual(['quote'])
  })
  it('another account while a block is awaited: the wallet is asked for nothing more', async () => {
    const made = world({
      approved: async () => made.flow.dispatch({ type: 'wallet-changed' }),
    })
    await made.flow.start(intent)
    await made.flow.confirm('digest-1', 'max')
    expect(made.flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'wallet-changed' } })
    expect(made.did).not.toContain('send')
  })
})

describe('a quote that ends in between', () => {
  it('is renewed after the approvals, and goes on when nothing changed', async () => {
    const made = world({ approved: async () => void made.setTime(9_990_000) })
    await made.flow.start(intent)
    await made.flow.confirm('digest-1', 'max')
    expect(made.flow.get()).toMatchObject({ stage: 'pending', plan: { id: 'digest-2' } })
    expect(made.kept.has('order-2')).toBe(true)
  })
  it('asks again when it costs something else now', async () => {
    let asked = 0
    const made = world({
      approved: async () => void made.setTime(9_990_000),
      quote: async () => {
        asked += 1
        return voucher(String(asked), asked === 1 ? '160' : '170')
      },
    })
    await made.flow.start(intent)
    await made.flow.confirm('digest-1', 'max')
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
  it('is offered again when nothing was sent', async () => {
    const { flow } = world({ findVoucher: async () => voucher('7') })
    await flow.start({ kind: 'resume', orderId: 'order-7' })
    expect(flow.get()).toMatchObject({ stage: 'checking', plan: { id: 'digest-7' } })
  })
  it('is a success when the ledger says it was used', async () => {
    const { flow } = world({ findVoucher: async () => ({ ...voucher('7'), status: 'used' }) })
    await flow.start({ kind: 'resume', orderId: 'order-7' })
    expect(flow.get()).toMatchObject({ stage: 'success', final: true, seen: { evidence: 'order' } })
  })
  it('is over when it lapsed', async () => {
    const { flow } = world({ findVoucher: async () => ({ ...voucher('7'), status: 'lapsed' }) })
    await flow.start({ kind: 'resume', orderId: 'order-7' })
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'lapsed' } })
  })
})

describe('a deposit, which has no order', () => {
  const deposit: Plan['intent'] = {
    kind: 'deposit',
    token: 'USDT',
    amount: 160n,
    chainPackageId: 2n,
    shown: { termDays: 30, incomeToken: 'USDT', income: 2n },
  }
  const depositPlan: Plan = {
    id: 'deposit:2:160',
    account,
    intent: deposit,
    voucher: null,
    call: { to: contract, data: '0x' },
    vault: null,
    comes: [],
    spends: [],
    gas: { cost: 1n, balance: 2n },
    deadline: null,
    blockNumber: 1n,
    blockTime: 0,
    readAtMs: 0,
  }
  const ports = { quote: async () => null, plan: async () => depositPlan }

  it('is kept by its transaction as soon as that is known, and by the one that replaced it', async () => {
    const { flow, did } = world({ ...ports, settled: async () => ({ blockNumber: 9n, hash: hash('c2') }) })
    await flow.start(deposit)
    await flow.confirm(depositPlan.id, 'max')
    expect(did.filter((what) => what.startsWith('keep'))).toEqual(['keep deposit c1', 'keep deposit c2'])
    expect(flow.get()).toMatchObject({ stage: 'success', hash: hash('c2') })
  })

  it('a rejected one leaves nothing behind', async () => {
    const { flow, did } = world({ ...ports, send: () => Promise.reject(rejection) })
    await flow.start(deposit)
    await flow.confirm(depositPlan.id, 'max')
    expect(flow.get().stage).toBe('rejected')
    expect(did.filter((what) => what.startsWith('keep'))).toEqual([])
  })
})
