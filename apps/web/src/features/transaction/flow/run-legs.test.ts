import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import type { Spend } from '../../../chain/reads/read-spend.ts'
import type { TransactionIntent } from '../intents.ts'
import type { Leg, Outline } from '../plan/outline.ts'
import type { FreshIntent, Plan } from '../plan/plan.ts'
import { FlowFailure } from './failure.ts'
import type { FlowEvent } from './flow-state.ts'
import type { FlowPorts } from './ports.ts'
import {
  account,
  contract,
  drgv,
  hash,
  KEY,
  MAX,
  PLAIN_PLAN,
  rejection,
  stubLocks,
  usdt,
  voucher,
  world,
} from './test-flow.ts'

stubLocks()

const goal: FreshIntent = { kind: 'buyMachine', productId: 'm1', machineCount: 2, power: true }
const swap: FreshIntent = { kind: 'swapToken', input: 'USDT', output: 'DRGV', inputAmount: 18n }
const exchange = `0x${'ee'.repeat(20)}` as const
const spend = (from: Spend, amount: bigint): Spend => ({ ...from, amount })

const swapLeg = (pays = 18n): Leg => ({
  intent: { ...swap, inputAmount: pays },
  isGoal: false,
  to: exchange,
  outgoing: [{ token: 'USDT', amount: pays }],
  gives: [{ token: 'DRGV', amount: 180n }],
  spends: [spend(usdt, pays)],
})
const buyLeg: Leg = {
  intent: goal,
  isGoal: true,
  to: contract,
  outgoing: [
    { token: 'USDT', amount: 160n },
    { token: 'DRGV', amount: 402n },
  ],
  gives: [],
  spends: [spend(usdt, 160n), spend(drgv, 402n)],
}
const powerLeg: Leg = {
  intent: { kind: 'activateBought', machineCount: 2, Period: 1 },
  isGoal: false,
  to: contract,
  outgoing: [{ token: 'DRGV', amount: 12n }],
  gives: [],
  spends: [spend(drgv, 12n)],
}
const outline = (id: string, legs: readonly Leg[]): Outline => ({
  id,
  account,
  goal,
  legs,
  incoming: [],
  ability: KEY,
  gas: { cost: 1n, balance: 2n },
})

/** Figures of the legs' own quotes. */
interface Quoted {
  swapGives?: bigint
  buyDrgv?: bigint
}

/** Plans by intent; the test decides when a call is mined. */
const legs = (outlines: readonly Outline[], quoted: Quoted = {}, change: Partial<FlowPorts> = {}) => {
  const requested: string[] = []
  const required: unknown[] = []
  let outlined = 0
  const planOf = (intent: FreshIntent, id: string): Plan => {
    const common = {
      ...PLAIN_PLAN,
      id,
      intent,
      voucher: voucher(id),
      deadline: 10_000,
    }
    if (intent.kind === 'swapToken')
      return {
        ...common,
        call: { to: exchange, data: '0x' },
        incoming: [{ token: 'DRGV', amount: quoted.swapGives ?? 181n }],
        spends: [spend(usdt, intent.inputAmount)],
      }
    const spends =
      intent.kind === 'buyMachine'
        ? [spend(usdt, 160n), spend(drgv, quoted.buyDrgv ?? 401n)]
        : [spend({ ...drgv, allowance: 9_999n }, 12n)]
    return { ...common, spends }
  }
  const made = world({
    outline: async (_, needs) => {
      required.push(needs)
      const next = outlines[Math.min(outlined, outlines.length - 1)] ?? null
      outlined += 1
      return next
    },
    quote: async (intent) => {
      requested.push(intent.kind)
      return voucher(`${requested.length}`)
    },
    plan: async (intent) => planOf(intent as FreshIntent, `plan-${requested.length}`),
    send: async () => ({ hash: hash(`c${requested.length}`) }),
    ...change,
  })
  const mined = { type: 'succeeded', evidence: 'receipt', blockNumber: 7n } satisfies FlowEvent
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))
  return {
    ...made,
    requested,
    required,
    start: () => made.flow.start(goal as TransactionIntent),
    agree: async (id: string) => {
      await made.flow.confirm(id, MAX)
      await settle()
    },
    mine: async () => {
      made.flow.dispatch(mined)
      await settle()
    },
    settle,
  }
}

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

  describe('while the swap’s approval was mined, its quote ran out', () => {
    /** The approval takes until the quote has ended; the next one gives `swapGives`. */
    const slow = (outlines: readonly Outline[], swapGives: bigint) => {
      const quoted: Quoted = {}
      const flow = legs(outlines, quoted, {
        approved: async () => {
          flow.setTime(9_990_000)
          quoted.swapGives ??= swapGives
        },
      })
      return { ...flow, quoted }
    }
    const dearer = outline('dearer', [swapLeg(20n), buyLeg])

    it('a new one that gives too little: the whole is reckoned again, and signed only after it is agreed to again', async () => {
      const { flow, start, agree, did, quoted } = slow([outline('all', [swapLeg(18n), buyLeg]), dearer], 170n)
      await start()
      await agree('all')
      expect(flow.get()).toMatchObject({
        stage: 'checking',
        agreed: false,
        plan: null,
        outline: { id: 'dearer', legs: [{ isGoal: false }, { isGoal: true }] },
        changes: [{ field: 'USDT', before: 178n, after: 180n }],
        failure: null,
      })
      expect(did).not.toContain('keep signing')
      quoted.swapGives = 181n
      await agree('dearer')
      expect(flow.get().stage).toBe('pending')
    })

    it('a new one that gives too little, and the whole costs no more: it continues by itself', async () => {
      const whole = outline('all', [swapLeg(18n), buyLeg])
      const quoted: Quoted = {}
      let reckoned = 0
      const { flow, start, agree, setTime } = legs([], quoted, {
        outline: async () => {
          reckoned += 1
          quoted.swapGives = 181n
          return whole
        },
        approved: async () => {
          setTime(9_990_000)
          if (reckoned === 1) quoted.swapGives = 170n
        },
      })
      await start()
      await agree('all')
      expect(reckoned).toBe(2)
      expect(flow.get()).toMatchObject({ stage: 'pending', agreed: true, changes: [] })
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
