import { kindOfPlan, type PlanKind } from '../plan/plan-kind.ts'
import type { Failure } from './failure.ts'
import type { FlowState, FlowStep } from './flow-state.ts'

/** Log entry of a failure: enough to find its cause, without signed data, secrets or text typed by a user. */
export interface FailureEntry {
  readonly code: Failure['code']
  /**
   * The server's error code, the contract's error, the fields that did not match, or the token that was
   * missing.
   */
  readonly detail: string | number | null
  readonly kind: PlanKind | null
  /** The step that was under way when it failed. */
  readonly step: FlowStep['kind'] | null
  readonly orderId: string | null
  readonly hash: string | null
}

const detailOf = (failure: Failure): string | number | null => {
  switch (failure.code) {
    case 'api':
      return failure.error.code === 0 ? failure.error.kind : failure.error.code
    case 'revert':
      return failure.revert.name ?? failure.revert.reason
    case 'mismatch':
      return failure.mismatches.map(({ name }) => name).join(', ')
    case 'balance':
    case 'approval-failed':
    case 'approval-too-low':
      return failure.token
    case 'busy':
      return failure.orderId
    default:
      // A wallet's own message may repeat the call with its signature: it is shown, and not logged.
      return null
  }
}

export const failureEntry = ({ plan, steps, hash }: FlowState, failure: Failure): FailureEntry => ({
  code: failure.code,
  detail: detailOf(failure),
  kind: plan === null ? null : kindOfPlan(plan),
  step: steps.find(({ state }) => state === 'wallet' || state === 'mining')?.kind ?? null,
  orderId: plan?.voucher?.orderId ?? null,
  hash,
})
