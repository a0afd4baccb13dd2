import type { MessageKey } from '../../../i18n/keys.ts'
import type { Translate } from '../../../i18n/translate.ts'
import type { FlowStep } from '../flow/flow-state.ts'
import { kindOfLeg, type Leg } from '../plan/outline.ts'
import type { Plan } from '../plan/plan.ts'
import { kindOfPlan, type PlanKind } from '../plan/plan-kind.ts'
import { PREPARE_KEYS, prepareText } from '../shortage/shortage-text.ts'

const callKey = (kind: PlanKind) =>
  kind === 'wrap' || kind === 'unwrap' ? (`tx.title.${kind}` as const) : (`tx.step.${kind}` as const)

const approvalKeys = {
  reset: 'tx.step.reset',
  approve: 'tx.step.approve',
  permit: 'tx.step.permit',
} as const satisfies Record<Exclude<FlowStep['kind'], 'call'>, MessageKey>

const isPreparing = (kind: PlanKind): kind is keyof typeof PREPARE_KEYS => kind in PREPARE_KEYS

/** Text of a leg, with its amounts if it prepares another one. */
export const legText = (t: Translate, leg: Leg): string => {
  const kind = kindOfLeg(leg)
  const [paid] = leg.outgoing
  const [given] = leg.gives
  if (leg.isGoal || !isPreparing(kind) || paid === undefined || given === undefined) return t(callKey(kind))
  return prepareText(t, { kind, paid, given })
}

/** Name of a leg's call, without amounts. */
export const legName = (t: Translate, leg: Leg): string => t(callKey(kindOfLeg(leg)))

/** Text of a step. `of`: its leg, or the plan if that is the whole. */
export const stepText = (t: Translate, step: FlowStep, of: Leg | Plan): string => {
  if (step.kind !== 'call') return t(approvalKeys[step.kind], { token: step.token ?? '' })
  return 'isGoal' in of ? legText(t, of) : t(callKey(kindOfPlan(of)))
}
