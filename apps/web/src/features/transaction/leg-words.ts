import { ceilingAt, formatAmount } from '@dr/protocol/amounts'
import type { MessageKey } from '../../i18n/keys.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { FlowStep } from './machine.ts'
import { kindOfLeg, type Leg } from './outline.ts'
import type { Plan } from './plan.ts'
import { kindOfPlan, type PlanKind } from './plan-kind.ts'

const callKeys = {
  buy: 'tx.step.buy',
  activate: 'tx.step.activate',
  pod: 'tx.step.pod',
  swap: 'tx.step.swap',
  withdraw: 'tx.step.withdraw',
  deposit: 'tx.step.deposit',
  wrap: 'tx.step.wrap',
  unwrap: 'tx.step.wrap',
  revoke: 'tx.step.revoke',
  draw: 'tx.step.draw',
  claim: 'tx.step.claim',
} as const satisfies Record<PlanKind, MessageKey>

const approvalKeys = {
  reset: 'tx.step.reset',
  approve: 'tx.step.approve',
  permit: 'tx.step.permit',
} as const satisfies Record<Exclude<FlowStep['kind'], 'call'>, MessageKey>

const prepareKeys = {
  swap: 'tx.step.swapFor',
  wrap: 'tx.step.wrapFor',
  unwrap: 'tx.step.unwrapFor',
} as const satisfies Partial<Record<PlanKind, MessageKey>>

const isPreparing = (kind: PlanKind): kind is keyof typeof prepareKeys => kind in prepareKeys

const DECIMALS = 4
/** What is paid is cut upwards, what comes downwards: never better than it is. */
export const atMostText = (amount: bigint): string =>
  formatAmount(ceilingAt(amount, DECIMALS), { maxDecimals: DECIMALS })
const paidText = (amount: bigint, token: string): string => `${atMostText(amount)} ${token}`
const givenText = (amount: bigint, token: string): string =>
  `${formatAmount(amount, { maxDecimals: DECIMALS })} ${token}`

/** What a leg does: with its amounts where it prepares another one. */
export function legText(t: Translate, leg: Leg): string {
  const kind = kindOfLeg(leg)
  const [paid] = leg.leaves
  const [given] = leg.gives
  if (leg.isGoal || !isPreparing(kind) || paid === undefined || given === undefined) return t(callKeys[kind])
  return t(prepareKeys[kind], {
    pays: paidText(paid.amount, paid.token),
    gives: givenText(given.amount, given.token),
  })
}

/** What a step does. `of`: the leg it belongs to, or the plan where that is the whole. */
export function stepText(t: Translate, step: FlowStep, of: Leg | Plan): string {
  if (step.kind !== 'call') return t(approvalKeys[step.kind], { token: step.token ?? '' })
  return 'isGoal' in of ? legText(t, of) : t(callKeys[kindOfPlan(of)])
}
