/** A wallet's rejection, or a reverted transaction, proves nothing: a request after it must not pay twice. */
import { describe, expect, it, vi } from 'vitest'
import type { FlowPorts } from '../flow/ports.ts'
import { hash, intent, MAX, PLAIN_PLAN, rejection, stubLocks, voucher, world } from '../flow/test-flow.ts'
import type { Fate } from '../flow/trace/look-back.ts'
import type { PendingWork } from '../work/pending.ts'
import type { Plan } from './plan.ts'

stubLocks()

/** A wallet that rejects first, and then answers with a hash. */
const refusing = (change: Partial<FlowPorts> = {}) => {
  const nonces: (number | undefined)[] = []
  const made = world(
    {
      send: async (_, _steps, nonce) => {
        nonces.push(nonce)
        if (nonces.length === 1) throw new Error('wrapped', { cause: rejection })
        return { hash: hash('c2') }
      },
      ...change,
    },
    [],
  )
  return { ...made, nonces }
}

const refuse = async (made: ReturnType<typeof refusing>, asked = intent, id = 'digest-1') => {
  await made.flow.start(asked)
  await made.flow.confirm(id, MAX)
  expect(made.flow.get()).toMatchObject({
    stage: 'unsure',
    doubt: { failure: { code: 'refused' }, isWaiting: null },
  })
}

const again = async (made: ReturnType<typeof refusing>, id = 'digest-1') => {
  made.flow.dispatch({ type: 'looked', isWaiting: false, blockNumber: 9n })
  made.flow.dispatch({ type: 'again' })
  await vi.waitFor(() => expect(made.flow.get()).toMatchObject({ stage: 'checking', plan: { id } }))
  await made.flow.confirm(id, MAX)
}

describe('a voucher', () => {
  it('is looked up after a “no”, before anything can be signed; the log has no failure', async () => {
    const made = refusing()
    await refuse(made)
    made.flow.dispatch({ type: 'again' })
    expect(made.flow.get().stage).toBe('unsure')
    expect(made.kept.get('order-1')).toMatchObject({ stage: 'signing', over: 'refused' })
    expect(made.reported).toEqual([])
    made.flow.dispatch({ type: 'looked', isWaiting: false, blockNumber: 9n })
    expect(made.flow.get().doubt).toMatchObject({ blockNumber: 9n })
  })

  it('was sent all the same, at once or later: the flow goes on to its success', async () => {
    const made = refusing()
    await refuse(made)
    made.flow.dispatch({ type: 'looked', isWaiting: false, blockNumber: 9n })
    made.flow.dispatch({ type: 'found', hash: hash('c1') })
    made.flow.dispatch({ type: 'succeeded', evidence: 'receipt', blockNumber: 10n })
    expect(made.flow.get()).toMatchObject({ stage: 'success', hash: hash('c1'), wasFound: true })
  })

  it('tried again is the same voucher', async () => {
    const made = refusing()
    await refuse(made)
    await again(made)
    expect(made.flow.get()).toMatchObject({ stage: 'pending', hash: hash('c2') })
    expect(made.did.filter((what) => what === 'quote')).toHaveLength(1)
    expect(made.kept.get('order-1')).not.toHaveProperty('over')
  })

  it('tried again is looked up first, and followed where the chain shows it', async () => {
    const made = refusing({ fateOf: async () => 'seen' })
    await refuse(made)
    made.flow.dispatch({ type: 'looked', isWaiting: false, blockNumber: 9n })
    made.flow.dispatch({ type: 'again' })
    await vi.waitFor(() =>
      expect(made.flow.get()).toMatchObject({ stage: 'unsure', doubt: { failure: null } }),
    )
    expect(made.nonces).toHaveLength(1)
  })

  it('tried again after another tab has ended it is followed: nothing is signed', async () => {
    const made = refusing({ fateOf: async () => 'seen' })
    await refuse(made)
    made.kept.clear()
    made.flow.dispatch({ type: 'looked', isWaiting: false, blockNumber: 9n })
    made.flow.dispatch({ type: 'again' })
    await vi.waitFor(() =>
      expect(made.flow.get()).toMatchObject({ stage: 'unsure', plan: { id: 'digest-1' } }),
    )
    expect(made.did.at(-1)).toBe('follow order-1')
    expect(made.nonces).toHaveLength(1)
  })

  it.each(['seen', 'waiting'] as const)(
    'is looked up once more right before it is signed again: %s',
    async (fate) => {
      const fates: Fate[] = ['unseen']
      const made = refusing({ fateOf: async () => fates.shift() ?? fate })
      await refuse(made)
      await again(made)
      expect(made.flow.get().stage).toBe('unsure')
      expect(made.nonces).toHaveLength(1)
    },
  )

  it.each(['seen', 'waiting'] as const)(
    'is looked up again after the account was read for the second one: %s',
    async (fate) => {
      const fates: Fate[] = ['unseen', 'unseen']
      const made = refusing({ fateOf: async () => fates.shift() ?? fate })
      await refuse(made)
      await again(made)
      expect(made.flow.get().stage).toBe('unsure')
      expect(made.nonces).toHaveLength(1)
    },
  )

  const kept = (over: NonNullable<PendingWork['over']>): PendingWork => ({
    orderId: 'order-7',
    chainId: 31_337,
    kind: 'buy-machine',
    stage: 'signing',
    voucher: voucher('7'),
    over,
    updatedAt: 0,
  })

  it.each(['refused', 'reverted', 'replaced'] as const)(
    'of which one is %s: another is signed that has the same nonce, so that one of both works',
    async (over) => {
      const made = world({ firstAttempt: () => kept(over) }, [])
      await made.flow.start(intent)
      expect(made.flow.get()).toMatchObject({ stage: 'checking', plan: { id: 'digest-1' } })
    },
  )

  it.each(['refused', 'reverted', 'replaced'] as const)(
    'of which one is %s, and the next has another nonce: the first was used, and is followed',
    async (over) => {
      const next = { ...voucher('8'), nonce: '1' }
      const made = world({ firstAttempt: () => kept(over), quote: async () => next }, [])
      await made.flow.start(intent)
      expect(made.flow.get()).toMatchObject({ stage: 'unsure', plan: { id: 'digest-7' } })
      expect(made.did).not.toContain('send')
    },
  )

  it.each(['seen', 'waiting'] as const)(
    'of which one is over, and the chain says %s: it is followed',
    async (fate) => {
      const made = world({ firstAttempt: () => kept('refused'), fateOf: async () => fate })
      await made.flow.start(intent)
      expect(made.flow.get()).toMatchObject({ stage: 'unsure', plan: { id: 'digest-7' } })
      expect(made.did).toEqual(['follow order-7'])
    },
  )

  it('of which one has ended: nothing is in the way of the next', async () => {
    const made = world({ firstAttempt: () => kept('refused'), fateOf: async () => 'ended' }, [])
    made.kept.set('order-7', kept('refused'))
    await made.flow.start(intent)
    expect(made.flow.get()).toMatchObject({ stage: 'checking', plan: { id: 'digest-1' } })
    expect(made.kept.size).toBe(0)
  })
})

describe('a call without a voucher', () => {
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
  const id = 'deposit:2:160'
  const ports: Partial<FlowPorts> = {
    quote: async () => null,
    plan: async () => ({ ...PLAIN_PLAN, id, intent: deposit }),
  }

  it('is asked for again with the nonce of the first, so that one of both is mined', async () => {
    const made = refusing(ports)
    await refuse(made, deposit, id)
    await again(made, id)
    expect(made.nonces).toEqual([undefined, 3])
    expect(made.flow.get()).toMatchObject({ stage: 'pending', hash: hash('c2') })
  })

  const first: PendingWork = {
    orderId: 'deposit:2:100',
    chainId: 31_337,
    kind: 'deposit',
    stage: 'signing',
    voucher: null,
    askedNonce: 3,
    over: 'refused',
    updatedAt: 0,
  }

  it('for another amount, after the sheet was closed: with the nonce of the first, too', async () => {
    const nonces: (number | undefined)[] = []
    const made = world({
      ...ports,
      firstAttempt: () => first,
      send: async (_, _steps, nonce) => {
        nonces.push(nonce)
        return { hash: hash('c1') }
      },
    })
    await made.flow.start(deposit)
    await made.flow.confirm(id, MAX)
    expect(nonces).toEqual([3])
  })

  it('that another tab has asked for since the receipt was shown: that one is followed', async () => {
    const { over: _, ...other } = first
    const asked: PendingWork[] = []
    const made = world({ ...ports, firstAttempt: () => asked.at(-1), findPending: () => asked.at(-1) })
    await made.flow.start(deposit)
    asked.push(other)
    await made.flow.confirm(id, MAX)
    expect(made.flow.get()).toMatchObject({ stage: 'unsure', plan: { id: first.orderId } })
    expect(made.did).not.toContain('send')
  })

  it('that was sent and is final since the receipt was shown: it is followed to its success', async () => {
    const fates: Fate[] = ['unseen', 'unseen', 'seen']
    const made = world({ ...ports, firstAttempt: () => first, fateOf: async () => fates.shift() ?? 'seen' })
    await made.flow.start(deposit)
    await made.flow.confirm(id, MAX)
    expect(made.flow.get()).toMatchObject({ stage: 'unsure', plan: { id: first.orderId } })
    expect(made.kept.get(first.orderId)).toEqual(first)
    expect(made.did).not.toContain('send')
  })

  it('whose nonce another transaction has by now is asked for with the next', async () => {
    let reads = 0
    const readBefore = async () => {
      reads += 1
      return { sentAtBlock: '5', minedBefore: 2 + reads, askedNonce: 2 + reads }
    }
    const made = refusing({ ...ports, readBefore })
    await refuse(made, deposit, id)
    await again(made, id)
    expect(made.nonces).toEqual([undefined, undefined])
    // Both are searched for from the block of the first request.
    expect(made.kept.get(id)).toMatchObject({ minedBefore: 3, askedNonce: 4 })
  })
})

describe('a transaction that reverted, or that another took the place of', () => {
  it.each(['revert', 'cancelled'] as const)(
    '%s: the wallet has sent it again, and it is found',
    async (code) => {
      const made = world({}, [])
      await made.flow.start(intent)
      await made.flow.confirm('digest-1', MAX)
      const failure =
        code === 'revert' ? { code, revert: { name: null, args: [], reason: null } } : ({ code } as const)
      made.flow.dispatch({ type: 'failed', failure })
      made.flow.dispatch({ type: 'found', hash: hash('c9') })
      expect(made.flow.get()).toMatchObject({
        stage: 'pending',
        hash: hash('c9'),
        failure: null,
        wasFound: true,
      })
    },
  )
})
