import type { Voucher } from '@dr/protocol/calls/voucher'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TransactionIntent } from '../../chain/intents.ts'
import type { PendingWork } from '../../chain/pending.ts'
import type { Spend } from '../../chain/read-spend.ts'
import { FlowFailure } from './failure.ts'
import type { Plan } from './plan.ts'
import type { FlowPorts } from './ports.ts'
import { createFlow } from './run-flow.ts'

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
  permit: false,
}

const drgv: Spend = { ...usdt, token: 'DRGV', amount: 400n, permit: true }
/** A key's own account, whose wallet knows nothing special. */
const KEY = { isContract: false, atomic: false }
const MAX = { amount: 'max', way: 'short' } as const
const signed = { token: contract, value: 1n, deadline: 9n, signature: '0x12' } as const

/** The order of what the flow does to the world, over ports that are good unless a test says otherwise. */
function world(
  change: Partial<FlowPorts> = {},
  spends: readonly Spend[] = [usdt],
  ability: Plan['ability'] = KEY,
) {
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
    ability,
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
    permit: did_('permit', signed),
    simulate: did_('simulate', undefined),
    send: did_('send', { hash: hash('c1') }),
    settled: async (_, sent) => ({ blockNumber: 9n, hash: sent.hash }),
    keepDeposit: (sent) => void did.push(`keep deposit ${sent.slice(-2)}`),
    forgetDeposit: (sent) => void did.push(`forget deposit ${sent.slice(-2)}`),
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
      // Web Locks as far as one page needs them: a name is held by one at a time, and given out later, never at once.
      request: async (name: string, _: object, work: (lock: object | null) => Promise<unknown>) => {
        await Promise.resolve()
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
    await flow.confirm('digest-1', MAX)
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
    await Promise.all([flow.confirm('digest-1', MAX), flow.confirm('digest-1', MAX)])
    expect(did.filter((what) => what === 'send')).toHaveLength(1)
    expect(flow.get()).toMatchObject({ stage: 'pending', hash: hash('c1') })
  })
  it('a second tab is told, and sends nothing', async () => {
    const { flow, did } = world()
    held.add(`signing:${account}`)
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'other-tab' } })
    expect(did).toEqual(['quote'])
  })
})

describe('ways out', () => {
  it('a rejected approval is calm, and asks nothing more', async () => {
    const { flow, did } = world({ approve: () => Promise.reject(rejection) })
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(flow.get().stage).toBe('rejected')
    expect(did).toEqual(['quote'])
  })
  it('a rejected signature leaves nothing behind', async () => {
    const { flow, kept } = world({ send: () => Promise.reject(new Error('wrapped', { cause: rejection })) })
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(flow.get().stage).toBe('rejected')
    expect(kept.size).toBe(0)
  })
  it('a wallet that fails otherwise may have sent it: the order is kept and watched', async () => {
    const { flow, kept, did } = world({ send: () => Promise.reject(new Error('lost the connection')) })
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
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
    await flow.confirm('digest-1', MAX)
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'revert', revert } })
    expect(did).not.toContain('send')
  })
  it('a lying server is named, and nothing can be confirmed', async () => {
    const lies = [{ name: 'signer', expected: 'a', told: 'b' }] as const
    const { flow, did } = world({ plan: () => Promise.reject(new FlowFailure({ code: 'lie', lies })) })
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'lie', lies } })
    expect(did).toEqual(['quote'])
  })
  it('another account while a block is awaited: the wallet is asked for nothing more', async () => {
    const made = world({
      approved: async () => made.flow.dispatch({ type: 'wallet-changed' }),
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
    let asked = 0
    const made = world({
      approved: async () => void made.setTime(9_990_000),
      quote: async () => {
        asked += 1
        return voucher(String(asked), asked === 1 ? '160' : '170')
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
    ability: KEY,
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
    await flow.confirm(depositPlan.id, MAX)
    expect(did.filter((what) => what.endsWith('c1') || what.endsWith('c2'))).toEqual([
      ...['keep deposit c1', 'keep deposit c2', 'forget deposit c1'],
    ])
    expect(flow.get()).toMatchObject({ stage: 'success', hash: hash('c2') })
  })

  it.each([
    [
      'that its block refused waits for nothing',
      { code: 'revert', revert: { name: null, args: [], reason: null } },
      true,
    ],
    ['that was cancelled in the wallet waits for nothing', { code: 'cancelled' }, true],
    ['of which nobody knows goes on waiting', { code: 'no-answer' }, false],
  ] as const)('one %s', async (_, failure, isForgotten) => {
    const { flow, did } = world({ ...ports, settled: () => Promise.reject(new FlowFailure(failure)) })
    await flow.start(deposit)
    await flow.confirm(depositPlan.id, MAX)
    expect(did).toContain('keep deposit c1')
    expect(did.includes('forget deposit c1')).toBe(isForgotten)
  })

  it('a rejected one leaves nothing behind', async () => {
    const { flow, did } = world({ ...ports, send: () => Promise.reject(rejection) })
    await flow.start(deposit)
    await flow.confirm(depositPlan.id, MAX)
    expect(flow.get().stage).toBe('rejected')
    expect(did.filter((what) => what.startsWith('keep'))).toEqual([])
  })
})

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
  it('a no is a no: no transaction is tried instead', async () => {
    const { flow, did } = world({ permit: () => Promise.reject(rejection) }, [drgv])
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(flow.get().stage).toBe('rejected')
    expect(did).toEqual(['quote'])
  })
})

describe('a batch', () => {
  const ATOMIC = { isContract: false, atomic: true }

  it('is one question; its order is kept by the wallet’s name for it, before any hash', async () => {
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
    const asked: number[] = []
    const { flow, did } = world(
      {
        send: async (_, steps) => {
          asked.push(steps.length)
          return steps.at(-1)?.batch ? null : { hash: hash('c1') }
        },
      },
      [usdt, drgv],
      ATOMIC,
    )
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(asked).toEqual([1, 3])
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
  it('says at once that its other signers are waited for', async () => {
    const { flow } = world({}, [drgv], { isContract: true, atomic: false })
    await flow.start(intent)
    await flow.confirm('digest-1', MAX)
    expect(flow.get()).toMatchObject({ stage: 'pending', waiting: 'cosigners' })
    expect(flow.get().steps.map(({ kind }) => kind)).toEqual(['approve', 'call'])
  })
})

describe('a wallet that never answers', () => {
  it('is waited for no longer when the user says so; its order is watched all the same', async () => {
    const made = world({ send: () => new Promise(() => undefined) }, [])
    await made.flow.start(intent)
    const confirmed = made.flow.confirm('digest-1', MAX)
    await vi.waitFor(() => expect(made.kept.has('order-1')).toBe(true))
    made.flow.abandon()
    await confirmed
    expect(made.flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'wallet-silent' } })
    expect(made.did).toContain('follow order-1')
    expect(held.size).toBe(0)
  })
  it('an approval that no block takes is no silent wallet, and says so', async () => {
    const { flow } = world({ approved: () => new Promise(() => undefined) })
    await flow.start(intent)
    const confirmed = flow.confirm('digest-1', MAX)
    await vi.waitFor(() => expect(flow.get().steps[0]?.state).toBe('mining'))
    flow.abandon()
    await confirmed
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'approval-pending' } })
  })
  it('and then answers: its hash is kept, and the next try is not mistaken for it', async () => {
    let answer: (sent: { hash: `0x${string}` }) => void = () => undefined
    let asked = 0
    const made = world(
      {
        send: () => {
          asked += 1
          return new Promise((resolve) => {
            if (asked === 1) answer = resolve
          })
        },
      },
      [],
    )
    await made.flow.start(intent)
    const first = made.flow.confirm('digest-1', MAX)
    await vi.waitFor(() => expect(asked).toBe(1))
    made.flow.abandon()
    await first
    await made.flow.start(intent)
    void made.flow.confirm('digest-2', MAX)
    await vi.waitFor(() => expect(asked).toBe(2))
    answer({ hash: hash('c1') })
    await vi.waitFor(() => expect(made.kept.get('order-1')).toMatchObject({ hash: hash('c1') }))
    expect(made.flow.get()).toMatchObject({ stage: 'signing', hash: null, plan: { id: 'digest-2' } })
  })
})
