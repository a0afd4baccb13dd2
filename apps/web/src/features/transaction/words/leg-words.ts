import { PREPARE_KEYS, prepareText } from '../../../chain/shortage/shortage-text.ts'
import type { MessageKey } from '../../../i18n/keys.ts'
import type { Translate } from '../../../i18n/translate.ts'
import type { FlowStep } from '../flow/machine.ts'
import { kindOfLeg, type Leg } from '../plan/outline.ts'
import type { Plan } from '../plan/plan.ts'
import { kindOfPlan, type PlanKind } from '../plan/plan-kind.ts'

const callKeys = {
  buy: 'tx.step.buy',
  activate: 'tx.step.activate',
  pod: 'tx.step.pod',
  swap: 'tx.step.swap',
  withdraw: 'tx.step.withdraw',
  deposit: 'tx.step.deposit',
  wrap: 'tx.title.wrap',
  unwrap: 'tx.title.unwrap',
  revoke: 'tx.step.revoke',
  draw: 'tx.step.draw',
  claim: 'tx.step.claim',
} as const satisfies Record<PlanKind, MessageKey>

const approvalKeys = {
  reset: 'tx.step.reset',
  approve: 'tx.step.approve',
  permit: 'tx.step.permit',
} as const satisfies Record<Exclude<FlowStep['kind'], 'call'>, MessageKey>

const isPreparing = (kind: PlanKind): kind is keyof typeof PREPARE_KEYS => kind in PREPARE_KEYS

/** What a leg does: with its amounts where it prepares another one. */
export function legText(t: Translate, leg: Leg): string {
  const kind = kindOfLeg(leg)
  const [paid] = leg.outgoing
  const [given] = leg.gives
  if (leg.isGoal || !isPreparing(kind) || paid === undefined || given === undefined) return t(callKeys[kind])
  return prepareText(t, { kind, paid, given })
}

/** What a step does. `of`: the leg it belongs to, or the plan where that is the whole. */
export function stepText(t: Translate, step: FlowStep, of: Leg | Plan): string {
  if (step.kind !== 'call') return t(approvalKeys[step.kind], { token: step.token ?? '' })
  return 'isGoal' in of ? legText(t, of) : t(callKeys[kindOfPlan(of)])
}
