import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Plan } from '../plan/plan.ts'
import { type FlowEvent, type FlowState, type FlowStep, IDLE } from './flow-state.ts'
import { reduceFlow } from './machine.ts'

const plan = (id: string): Plan => ({
  id,
  account: `0x${'ab'.repeat(20)}`,
  intent: { kind: 'buyMachine', productId: 'm1', machineCount: 1 },
  voucher: null,
  call: { to: `0x${'cd'.repeat(20)}`, data: '0x' },
  vault: null,
  incoming: [],
  spends: [],
  ability: { isContract: false, atomic: false },
  gas: { cost: 0n, balance: 0n },
  deadline: null,
  blockNumber: 1n,
  blockTime: 1,
  readAtMs: 1,
})
const HASH = `0x${'11'.repeat(32)}` as const
const call: FlowStep = { kind: 'call', state: 'todo' }
const approve: FlowStep = { kind: 'approve', token: 'USDT', amount: 1n, state: 'todo' }
const change = { field: 'USDT', before: 1n, after: 2n } as const
const failure = { code: 'no-answer' } as const

const start: FlowEvent = {
  type: 'start',
  intent: { kind: 'buyMachine', productId: 'm1', machineCount: 1 },
}
const run = (...events: FlowEvent[]): FlowState => events.reduce(reduceFlow, IDLE)
const ready = (id = 'a'): FlowEvent => ({ type: 'ready', plan: plan(id), changes: [] })
const confirm = (id = 'a', steps: FlowStep[] = [call]): FlowEvent => ({ type: 'confirm', planId: id, steps })
const sent: FlowEvent = { type: 'sent', hash: HASH }
const mined: FlowEvent = { type: 'succeeded', evidence: 'receipt', blockNumber: 7n }
const signing = [start, ready(), confirm()] as FlowEvent[]

it('the end of an earlier attempt’s voucher leaves the receipt that is shown, which is renewed; a sent call ends', () => {
  const ended = { type: 'failed', failure: { code: 'expired' } } as const
  expect(run(start, ready(), ended)).toEqual(run(start, ready()))
  expect(run(...signing, sent, ended)).toMatchObject({ stage: 'failed', failure: { code: 'expired' } })
})

describe('from start to end', () => {
  it('goes from checking over approvals and signature to success, and to final', () => {
    const events: FlowEvent[] = [
      start,
      ready(),
      confirm('a', [approve, call]),
      { type: 'requested', index: 0 },
      { type: 'approval-sent', index: 0, hash: HASH },
      { type: 'approval-mined', index: 0 },
      { type: 'requested', index: 1 },
      sent,
      mined,
      { type: 'finalized' },
    ]
    const stages = events.map((_, index) => run(...events.slice(0, index + 1)).stage)
    expect(stages).toEqual([
      'checking',
      'checking',
      'approving',
      'approving',
      'approving',
      'signing',
      'signing',
      'pending',
      'success',
      'success',
    ])
    expect(run(...events).final).toBe(true)
  })
  it('shows a mined call as seen, not as final', () => {
    expect(run(...signing, sent, mined)).toMatchObject({ stage: 'success', final: false })
  })
  it('is no success any more when the block was reorganised away', () => {
    expect(run(...signing, sent, mined, { type: 'unmined' })).toMatchObject({ stage: 'pending', seen: null })
    expect(run(...signing, sent, mined, { type: 'finalized' }, { type: 'unmined' }).stage).toBe('success')
  })
})

describe('how it ends', () => {
  it('a rejected approval ends without an error, and nothing was sent', () => {
    expect(run(start, ready(), confirm('a', [approve, call]), { type: 'rejected' })).toMatchObject({
      stage: 'rejected',
      hash: null,
    })
  })
  it('a mined revert fails, whatever comes after', () => {
    const reverted: FlowEvent = {
      type: 'failed',
      failure: { code: 'revert', revert: { name: 'VoucherInvalid', args: [], reason: null } },
    }
    expect(run(...signing, sent, reverted, mined)).toMatchObject({ stage: 'failed', hash: HASH })
  })
  it('a revert that is found in doubt names its transaction: it cost its fee', () => {
    const revert = { name: 'VoucherExpired', args: [], reason: null }
    const doubted: FlowEvent = { type: 'doubted', failure: null, isOther: true }
    const ended: FlowEvent[] = [
      { type: 'repriced', hash: HASH },
      { type: 'failed', failure: { code: 'revert', revert } },
    ]
    expect(run(...signing, sent, doubted)).toMatchObject({ stage: 'unsure', hash: null })
    expect(run(...signing, sent, doubted, ...ended)).toMatchObject({ stage: 'failed', hash: HASH })
  })
  it('another wallet ends what was not sent, and leaves what was', () => {
    expect(run(...signing, { type: 'wallet-changed' })).toMatchObject({
      stage: 'failed',
      failure: { code: 'wallet-changed' },
    })
    expect(run(...signing, sent, { type: 'wallet-changed' }).stage).toBe('pending')
  })
  it('a sped-up call goes on under its new hash', () => {
    const other = `0x${'22'.repeat(32)}` as const
    expect(run(...signing, sent, { type: 'repriced', hash: other })).toMatchObject({
      stage: 'pending',
      hash: other,
    })
  })
})

describe('what is confirmed is what was shown', () => {
  it('a receipt that was renewed before the tap is not confirmed', () => {
    expect(run(start, ready('a'), ready('b'), confirm('a')).stage).toBe('checking')
  })
  it('a double tap confirms once', () => {
    expect(run(...signing, confirm('a', [approve, call])).steps).toEqual([call])
  })
  it('a renewal that changes something asks again, after approvals too', () => {
    const changed: FlowEvent = { type: 'ready', plan: plan('b'), changes: [change] }
    expect(run(...signing, changed)).toMatchObject({ stage: 'checking', changes: [change], steps: [] })
  })
  it('a renewal that changes nothing goes on', () => {
    expect(run(...signing, ready('b'))).toMatchObject({ stage: 'signing', plan: { id: 'b' } })
  })
  it('never signs before every approval is mined', () => {
    expect(run(start, ready(), confirm('a', [approve, call]), sent).stage).toBe('approving')
  })
})

describe('the task that is due', () => {
  const MAX = { amount: 'max', way: 'short' } as const
  const agree = (id = 'a'): FlowEvent => ({ type: 'agree', id, choice: MAX })
  const taskAfter = (...events: FlowEvent[]) => run(...events).task?.do ?? null

  it('is the outline first, then the quote, and none while the user reads', () => {
    expect(taskAfter(start)).toBe('outline')
    expect(taskAfter(start, { type: 'outlined', outline: null })).toBe('quote')
    expect(taskAfter(start, { type: 'outlined', outline: null }, ready())).toBeNull()
  })
  it('an order found again is looked at, and not asked for', () => {
    expect(run({ type: 'start', intent: { kind: 'resume', orderId: '7' } }).task).toEqual({
      do: 'resume',
      orderId: '7',
    })
  })
  it('signing is begun once by two taps, and never for a receipt that was renewed', () => {
    const once = run(start, ready(), agree())
    expect(once.task).toMatchObject({ do: 'sign', plan: { id: 'a' } })
    expect(reduceFlow(once, agree())).toBe(once)
    expect(taskAfter(start, ready('a'), ready('b'), agree('a'))).toBeNull()
  })
  it('a quote is renewed by one task at a time, and a tap is not kept waiting by it', () => {
    const renewing = run(start, ready(), { type: 'renew' })
    expect(renewing.task?.do).toBe('renew')
    expect(reduceFlow(renewing, { type: 'renew' })).toBe(renewing)
    expect(reduceFlow(renewing, agree()).task?.do).toBe('sign')
  })
  it('a sheet that is closed leaves nothing to be done, unless the wallet was asked', () => {
    expect(taskAfter(start, { type: 'leave' })).toBeNull()
    expect(taskAfter(start, ready(), agree(), confirm(), { type: 'leave' })).toBe('sign')
  })
  it('an end leaves nothing to be done', () => {
    const signed = [start, ready(), agree(), confirm()]
    for (const end of [
      { type: 'abandon' },
      { type: 'rejected' },
      { type: 'failed', failure },
      { type: 'wallet-changed' },
      { type: 'missed', error: new Error('lost'), online: true },
    ] as FlowEvent[])
      expect(taskAfter(...signed, end)).toBeNull()
  })
})

const anyEvent: fc.Arbitrary<FlowEvent> = fc.oneof(
  fc.constant(start),
  fc.constantFrom('a', 'b').map(ready),
  fc.constantFrom('a', 'b').map((id): FlowEvent => ({ type: 'ready', plan: plan(id), changes: [change] })),
  fc.record({
    type: fc.constant('confirm' as const),
    planId: fc.constantFrom('a', 'b'),
    steps: fc.constantFrom([call], [approve, call], [approve, approve, call], []),
  }),
  fc.nat({ max: 3 }).map((index): FlowEvent => ({ type: 'requested', index })),
  fc.nat({ max: 3 }).map((index): FlowEvent => ({ type: 'approval-sent', index, hash: HASH })),
  fc.nat({ max: 3 }).map((index): FlowEvent => ({ type: 'approval-mined', index })),
  fc.constantFrom<FlowEvent>(
    sent,
    mined,
    { type: 'succeeded', evidence: 'order', blockNumber: null },
    { type: 'finalized' },
    { type: 'unmined' },
    { type: 'rejected' },
    { type: 'failed', failure },
    { type: 'wallet-changed' },
    { type: 'waiting', for: 'unseen' },
    { type: 'repriced', hash: HASH },
    { type: 'resumed', plan: plan('r'), hash: HASH },
    { type: 'outlined', outline: null },
    { type: 'agree', id: 'a', choice: { amount: 'max', way: 'short' } },
    { type: 'renew' },
    { type: 'abandon' },
    { type: 'leave' },
    { type: 'missed', error: new Error('lost'), online: true },
    { type: 'doubted', failure: null },
    { type: 'looked', isWaiting: true, blockNumber: 9n },
    { type: 'looked', isWaiting: false, blockNumber: 9n },
    { type: 'found', hash: null },
    { type: 'found', hash: HASH },
    { type: 'look' },
    { type: 'again' },
  ),
)

/** States along a sequence, each with its event. */
const trace = (events: readonly FlowEvent[]) => {
  let state = IDLE
  return events.map((event) => {
    const before = state
    state = reduceFlow(state, event)
    return { before, event, after: state }
  })
}

describe('whatever happens, in whatever order', () => {
  const always = (check: (step: ReturnType<typeof trace>[number]) => void): void =>
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => trace(events).forEach(check)),
      {
        numRuns: 500,
      },
    )

  it('success comes from pending alone, and from evidence alone', () => {
    always(({ before, event, after }) => {
      if (after.stage !== 'success' || before.stage === 'success') return
      expect([before.stage, event.type]).toEqual(['pending', 'succeeded'])
    })
  })
  it('a call is sent from signing alone, with every approval done, and only once', () => {
    always(({ before, event, after }) => {
      if (event.type !== 'sent' || after === before) return
      expect(before.stage).toBe('signing')
      expect(before.steps.filter(({ kind, state }) => kind !== 'call' && state !== 'done')).toEqual([])
      expect(reduceFlow(after, event)).toBe(after)
    })
  })
  it('an end is final until something new is started', () => {
    always(({ before, event, after }) => {
      if (before.stage !== 'failed' && before.stage !== 'rejected') return
      if (event.type !== 'start' && event.type !== 'resumed') expect(after.stage).toBe(before.stage)
    })
  })
  it('what was sent keeps its hash until something new is started', () => {
    always(({ before, event, after }) => {
      if (before.hash !== null && event.type !== 'start' && event.type !== 'resumed')
        expect(after.hash).not.toBeNull()
    })
  })
  it('a call is asked for again only after a look that saw nothing waiting, and is shown first', () => {
    always(({ before, event, after }) => {
      if (before.stage !== 'unsure' || after.stage === 'unsure') return
      if (event.type === 'again') {
        expect(before.doubt?.isWaiting).toBe(false)
        expect(after).toMatchObject({ stage: 'checking', plan: null, task: { do: 'again' } })
      } else expect(['start', 'found', 'failed', 'resumed']).toContain(event.type)
    })
  })
  it('what the wallet was asked for does not fail by what the wallet says: it is looked up', () => {
    always(({ before, event, after }) => {
      if (before.stage !== 'signing' || before.steps.at(-1)?.state !== 'wallet') return
      if (event.type === 'missed' || event.type === 'abandon' || event.type === 'wallet-changed')
        expect(after).toMatchObject({
          stage: 'unsure',
          doubt: { isWaiting: null },
          agreed: false,
          task: null,
        })
    })
  })
  it('there is a doubt exactly while it is unsure', () => {
    always(({ after }) => expect(after.doubt !== null).toBe(after.stage === 'unsure'))
  })
  it('a failure is reported whenever it failed, and only then', () => {
    always(({ after }) => expect(after.failure !== null).toBe(after.stage === 'failed'))
  })
})
