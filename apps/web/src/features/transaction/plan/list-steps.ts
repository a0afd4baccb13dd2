import type { ApprovalChoice } from '../../../chain/calls/approval.rules.ts'
import type { Translate } from '../../../i18n/translate.ts'
import type { FlowState, FlowStep } from '../flow/flow-state.ts'
import { legName, stepText } from '../words/leg-words.ts'
import { stepsFor } from './approval-steps.ts'
import { stepsOfLegs } from './leg-steps.ts'
import type { Leg } from './outline.ts'

export interface ShownStep {
  readonly step: FlowStep
  readonly title: string
  /** The first call: until it is done nothing is paid. */
  readonly isFirstPaid: boolean
}

type Known = Pick<FlowState, 'plan' | 'outline' | 'done' | 'steps'>

/** Legs with the current one's own quote in place of the expected amounts. */
export const legsNow = ({ plan, outline }: Pick<FlowState, 'plan' | 'outline'>): readonly Leg[] => {
  const [current, ...rest] = outline?.legs ?? []
  if (current === undefined) return []
  return [plan === null ? current : { ...current, spends: plan.spends }, ...rest]
}

/** All steps in order: finished ones, the current leg's, and the expected ones after it. */
export const listSteps = (t: Translate, state: Known, choice: ApprovalChoice): readonly ShownStep[] => {
  const { plan, outline, done, steps } = state
  const legs = legsNow(state)
  // Finished legs are included, since their approvals may serve later ones.
  const all = [...done.map(({ leg }) => leg), ...legs]
  const expected = outline === null ? [] : stepsOfLegs(all, choice, outline.ability).slice(done.length)
  const current = legs[0] ?? plan
  const ofPlan = (): readonly FlowStep[] => (plan === null ? [] : stepsFor(plan.spends, choice, plan.ability))
  const now = steps.length > 0 ? steps : (expected[0] ?? ofPlan())
  const rows = [
    ...done.flatMap(({ leg, steps: taken }) => taken.map((step) => ({ step, of: leg }))),
    ...(current === null ? [] : now.map((step) => ({ step, of: current }))),
    ...expected.slice(1).flatMap((later, index) => {
      const leg = legs[index + 1]
      return leg === undefined ? [] : later.map((step) => ({ step, of: leg }))
    }),
  ]
  const firstCall = rows.findIndex(({ step }) => step.kind === 'call')
  const titles = rows.map(({ step, of }) => stepText(t, step, of))
  return rows.map(({ step, of }, index) => {
    const title = titles[index] ?? ''
    // Each contract needs its own approval: two for the same token name what they are for.
    const isTwice = step.kind !== 'call' && titles.indexOf(title) !== titles.lastIndexOf(title)
    return {
      step,
      title: isTwice && 'isGoal' in of ? `${title} · ${legName(t, of)}` : title,
      isFirstPaid: index < firstCall,
    }
  })
}
