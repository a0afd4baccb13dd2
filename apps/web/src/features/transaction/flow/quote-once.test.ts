import type { Voucher } from '@dr/protocol/calls/voucher'
import { describe, expect, it } from 'vitest'
import type { FreshIntent } from '../plan/plan.ts'
import type { FlowPorts } from './ports.ts'
import { hash, stubLocks, voucher, world } from './test-flow.ts'

stubLocks()

const withdrawal: FreshIntent = {
  kind: 'withdraw',
  vault: 0,
  token: 'DR',
  amount: 60n,
  walletBurn: 0n,
}

/**
 * A server that holds the amount for each open voucher: one is open, with this many seconds left. Each
 * block takes 20 seconds, and the server ends a voucher one block after its deadline.
 */
const server = (secondsLeft: number, change: Partial<FlowPorts> = {}, end: Voucher['status'] = 'expired') => {
  const BLOCK_SECONDS = 20
  let left = secondsLeft
  let first: Voucher = voucher('first')
  const held: Voucher[] = [first]
  let heldAtMost = 1
  let blocks = 0
  const made = world({
    openWithdrawal: async () => (held.length === 0 ? null : { voucher: first, secondsLeft: left }),
    findVoucher: async () => first,
    nextBlock: async () => {
      blocks += 1
      left -= BLOCK_SECONDS
      if (left >= -BLOCK_SECONDS) return
      first = { ...first, status: end }
      held.splice(0)
    },
    quote: async () => {
      const next = voucher('next')
      held.push(next)
      heldAtMost = Math.max(heldAtMost, held.length)
      return next
    },
    ...change,
  })
  return { ...made, heldAtMost: () => heldAtMost, blocks: () => blocks }
}

describe('an open voucher of the same withdrawal', () => {
  it('is offered again while there is time to confirm it', async () => {
    const { flow, heldAtMost, blocks } = server(80)
    await flow.start(withdrawal)
    expect(flow.get()).toMatchObject({ stage: 'checking', plan: { id: 'digest-first' } })
    expect(blocks()).toBe(0)
    expect(heldAtMost()).toBe(1)
  })

  it.each([70, 45, 1, 0, -19])(
    'with %i seconds left is not offered: a new one follows once it has ended, and the amount is never held twice',
    async (left) => {
      const { flow, heldAtMost, blocks } = server(left)
      const said: (number | null)[] = []
      flow.subscribe(() => said.push(flow.get().heldUntil))
      await flow.start(withdrawal)
      expect(flow.get()).toMatchObject({ stage: 'checking', plan: { id: 'digest-next' }, heldUntil: null })
      expect(said).toContain(10_000)
      expect(blocks()).toBeGreaterThan(0)
      expect(heldAtMost()).toBe(1)
    },
  )

  it('that was used while it was waited for is shown as paid, and nothing is asked for again', async () => {
    const { flow, heldAtMost } = server(30, {}, 'used')
    await flow.start(withdrawal)
    await new Promise((resolve) => setTimeout(resolve))
    expect(flow.get()).toMatchObject({ stage: 'success', plan: { id: 'digest-first' } })
    expect(heldAtMost()).toBe(1)
  })

  it('that was sent already is not offered again', async () => {
    const { flow, kept, heldAtMost } = server(200)
    const first = voucher('first')
    kept.set(first.orderId, {
      orderId: first.orderId,
      chainId: 31337,
      kind: first.kind,
      stage: 'pending',
      voucher: first,
      updatedAt: 0,
      hash: hash('c1'),
    })
    await flow.start(withdrawal)
    expect(flow.get()).toMatchObject({ stage: 'failed', failure: { code: 'busy' } })
    expect(heldAtMost()).toBe(1)
  })

  it('closed while it waits: nothing more is asked for', async () => {
    const made = server(30, {
      nextBlock: async () => made.flow.leave(),
    })
    await made.flow.start(withdrawal)
    expect(made.flow.get()).toMatchObject({ stage: 'checking', plan: null })
    expect(made.heldAtMost()).toBe(1)
  })
})
