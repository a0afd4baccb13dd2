/**
 * Rules of changes that need two operators (docs/product.md 10, ADR 0024). Pure; times of the chain's clock.
 */
import { HOUR_SECONDS, PROPOSAL_HOURS } from '@dr/protocol/constants'
import { PARAMETERS, type ParameterName } from '@dr/protocol/parameters'
import { AppError } from '../../platform/app-error.ts'

/** Time within which a second operator must decide. */
export const PROPOSAL_LIFETIME_SECONDS = BigInt(PROPOSAL_HOURS * HOUR_SECONDS)

export type ProposalState = 'open' | 'approved' | 'rejected' | 'expired'

/** The value that a proposal changes: an amount, or terms as text; null: it does not exist. */
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

/** Expired from `expiresAt` on, included. */
export const stateAt = (
  { state, expiresAt }: Pick<Proposal, 'state' | 'expiresAt'>,
  now: bigint,
): ProposalState => (state === 'open' && now >= expiresAt ? 'expired' : state)

/**
 * Reason why this decision is refused; null: it is allowed. Approval needs another operator than the
 * proposer, both must still be operators, the proposal must not be expired, and the current value must still
 * be the one the proposer saw. Any operator may reject.
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
