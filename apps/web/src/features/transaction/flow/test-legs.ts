/** A purchase in several calls that are confirmed as one: its outlines, and a flow that runs them. */
import type { Spend } from '../../../chain/reads/read-spend.ts'
import type { TransactionIntent } from '../intents.ts'
import type { Leg, Outline } from '../plan/outline.ts'
import type { FreshIntent, Plan } from '../plan/plan.ts'
import type { FlowEvent } from './flow-state.ts'
import type { FlowPorts } from './ports.ts'
import { account, contract, drgv, hash, KEY, MAX, PLAIN_PLAN, usdt, voucher, world } from './test-flow.ts'

const goal: FreshIntent = { kind: 'buyMachine', productId: 'm1', machineCount: 2, power: true }
const swap: FreshIntent = { kind: 'swapToken', input: 'USDT', output: 'DRGV', inputAmount: 18n }
export const exchange = `0x${'ee'.repeat(20)}` as const
const spend = (from: Spend, amount: bigint): Spend => ({ ...from, amount })

export const swapLeg = (pays = 18n): Leg => ({
  intent: { ...swap, inputAmount: pays },
  isGoal: false,
  to: exchange,
  outgoing: [{ token: 'USDT', amount: pays }],
  gives: [{ token: 'DRGV', amount: 180n }],
  spends: [spend(usdt, pays)],
})
export const buyLeg: Leg = {
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
export const powerLeg: Leg = {
  intent: { kind: 'activateBought', machineCount: 2, Period: 1 },
  isGoal: false,
  to: contract,
  outgoing: [{ token: 'DRGV', amount: 12n }],
  gives: [],
  spends: [spend(drgv, 12n)],
}
export const outline = (id: string, legs: readonly Leg[]): Outline => ({
  id,
  account,
  goal,
  legs,
  incoming: [],
  ability: KEY,
  gas: { cost: 1n, balance: 2n },
})

/** Figures of the legs' own quotes. */
export interface Quoted {
  swapGives?: bigint
  buyDrgv?: bigint
}

/** Plans by intent; the test decides when a call is mined. */
export const legs = (outlines: readonly Outline[], quoted: Quoted = {}, change: Partial<FlowPorts> = {}) => {
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
