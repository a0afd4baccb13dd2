/** A flow over ports that succeed by default, for the tests of `run-flow.ts`. */

import type { Voucher } from '@dr/protocol/calls/voucher'
import type { Hex } from 'viem'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Spend } from '../../../chain/reads/read-spend.ts'
import type { TransactionIntent } from '../intents.ts'
import type { Plan } from '../plan/plan.ts'
import type { PendingWork } from '../work/pending.ts'
import type { FailureEntry } from './failure-entry.ts'
import type { FlowPorts } from './ports.ts'
import { createFlow } from './run-flow.ts'

export const account = `0x${'ab'.repeat(20)}` as const
export const contract = `0x${'cd'.repeat(20)}` as const
export const hash = (byte: string) => `0x${byte.repeat(32)}` as Hex
export const intent: TransactionIntent = { kind: 'buyMachine', productId: 'm1', machineCount: 2 }

export const voucher = (id: string, usdtAmount = '160', deadline = 10_000): Voucher => ({
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
export const usdt: Spend = {
  token: 'USDT',
  tokenAddress: contract,
  amount: 160n,
  balance: 999n,
  allowance: 0n,
  resetFirst: false,
  permit: false,
}

export const drgv: Spend = { ...usdt, token: 'DRGV', amount: 400n, permit: true }
/** An externally owned account, whose wallet has no special abilities. */
export const KEY = { isContract: false, atomic: false }
export const MAX = { amount: 'max', way: 'short' } as const
export const signed = { token: contract, value: 1n, deadline: 9n, signature: '0x12' } as const

/** Default plan without id and intent: a call without a voucher or a deadline. */
export const PLAIN_PLAN: Omit<Plan, 'id' | 'intent'> = {
  account,
  voucher: null,
  call: { to: contract, data: '0x' },
  vault: null,
  incoming: [],
  spends: [],
  ability: KEY,
  gas: { cost: 1n, balance: 2n },
  deadline: null,
  blockNumber: 1n,
  blockTime: 0,
  readAtMs: 0,
}

/** Creates a flow and the record of its effects, in order. */
export const world = (
  change: Partial<FlowPorts> = {},
  spends: readonly Spend[] = [usdt],
  ability: Plan['ability'] = KEY,
) => {
  const did: string[] = []
  const reported: FailureEntry[] = []
  const kept = new Map<string, PendingWork>()
  const recalled = new Map<string, PendingWork>()
  let nowMs = 0
  let quotes = 0
  const plan = (voucherOf: Voucher | null): Plan => ({
    ...PLAIN_PLAN,
    id: voucherOf?.digest ?? 'none',
    intent: intent as Plan['intent'],
    voucher: voucherOf,
    spends,
    ability,
    deadline: voucherOf?.deadline ?? null,
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
    openWithdrawal: async () => null,
    vaultOf: async () => null,
    plan: async (_, given) => plan(given),
    outline: async () => null,
    renewal: async () => null,
    boughtMachines: async () => ['1', '2'],
    countMined: async () => 3,
    approve: did_('approve', hash('a1')),
    approved: did_('approved', undefined),
    permit: did_('permit', signed),
    simulate: did_('simulate', undefined),
    send: did_('send', { hash: hash('c1') }),
    readBefore: async () => ({ sentAtBlock: '5', minedBefore: 3, askedNonce: 3 }),
    firstAttempt: () => undefined,
    fateOf: async () => 'unseen',
    planOf: async (work) => ({ ...plan(work.voucher), id: work.voucher?.digest ?? work.orderId }),
    reachBlock: async (block) => void did.push(`reach ${block}`),
    nextBlock: async () => undefined,
    findPending: (orderId) => kept.get(orderId),
    recallPending: (orderId) => recalled.get(orderId),
    savePending: (work) => {
      did.push(`keep ${work.stage}`)
      kept.set(work.orderId, work)
      recalled.set(work.orderId, work)
    },
    forgetPending: (orderId) => void kept.delete(orderId),
    follow: (orderId) => void did.push(`follow ${orderId}`),
    findVoucher: async () => null,
    isOnline: () => true,
    report: (entry) => void reported.push(entry),
    ...change,
  }
  return { flow: createFlow(ports), did, reported, kept, setTime: (ms: number) => (nowMs = ms) }
}

/** A wallet's rejection. */
export const rejection = Object.assign(new Error('denied'), { code: 4001 })

/**
 * Stubs Web Locks as far as one page needs them: one holder per name, granted asynchronously. Returns the
 * held names.
 */
export const stubLocks = (): Set<string> => {
  const held = new Set<string>()
  const locks = {
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
  }
  beforeEach(() => {
    held.clear()
    vi.stubGlobal('navigator', { locks })
  })
  afterEach(() => vi.unstubAllGlobals())
  return held
}
