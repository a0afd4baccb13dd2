/**
 * Two operators for what one must not change alone (docs/product.md 10, ADR 0024). Pure; times of the one
 * clock.
 */
import { HOUR_SECONDS, PROPOSAL_HOURS } from '@dr/protocol/constants'
import { PARAMETERS, type ParameterName } from '@dr/protocol/parameters'
import { AppError } from '../../platform/app-error.ts'

/** How long a proposal waits for its second operator. */
export const PROPOSAL_LIFETIME_SECONDS = BigInt(PROPOSAL_HOURS * HOUR_SECONDS)

export type ProposalState = 'open' | 'approved' | 'rejected' | 'expired'

/** What a proposal changes: an amount, or terms as their text; null: it does not exist. */
type ProposedValue = bigint | string | null

export interface Proposal {
  readonly proposedBy: string
  /** The value when it was proposed. */
  readonly before: ProposedValue
  readonly expiresAt: bigint
  readonly state: ProposalState
}

export interface Decision {
  readonly by: string
  readonly decision: 'approve' | 'reject'
  /** The current value. */
  readonly current: ProposedValue
  readonly now: bigint
  /** Wallets of operators, lower case, as configured now. */
  readonly operators: ReadonlySet<string>
}

export type ProposalRefusal =
  | 'no-operator'
  | 'decided'
  | 'expired'
  | 'own-proposal'
  | 'proposer-is-no-operator'
  | 'changed-meanwhile'

/** At its very end it has expired. */
export const stateAt = (
  { state, expiresAt }: Pick<Proposal, 'state' | 'expiresAt'>,
  now: bigint,
): ProposalState => (state === 'open' && now >= expiresAt ? 'expired' : state)

/**
 * Why this decision is refused; null: it is allowed. Approval needs another operator than the proposer, both
 * must still be operators, the proposal must not be expired, and the current value must still be the one the
 * proposer saw. Any operator may reject.
 */
export const refusalOf = (proposal: Proposal, decision: Decision): ProposalRefusal | null => {
  const { by, now, operators, current } = decision
  const state = stateAt(proposal, now)
  if (!operators.has(by)) return 'no-operator'
  if (state === 'expired') return 'expired'
  if (state !== 'open') return 'decided'
  if (decision.decision === 'reject') return null
  if (by === proposal.proposedBy) return 'own-proposal'
  if (!operators.has(proposal.proposedBy)) return 'proposer-is-no-operator'
  return current === proposal.before ? null : 'changed-meanwhile'
}

/** Throws BAD_PARAMETER beyond a limit's hard bounds. */
export const requireWithinBounds = (name: ParameterName, value: bigint): void => {
  const { min, max } = PARAMETERS[name]
  if (value >= min && value <= max) return
  throw new AppError('BAD_PARAMETER', {
    details: { path: 'value', reason: 'bounds', least: min.toString(), most: max.toString() },
  })
}
