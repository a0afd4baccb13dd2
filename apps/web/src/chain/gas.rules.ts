import { TOKENS, type Token } from '@dr/protocol/amounts'
import { APPROVAL_GAS_LIMIT } from '@dr/protocol/constants'
import { allowanceAfter, needsApproval } from './approval.rules.ts'
import type { Spender, StandingAllowance } from './read-allowances.ts'
import type { Needs, Preparation } from './shortage.rules.ts'

/** Gas of a call that cannot be estimated yet, since its approvals are still missing. */
const CALL_GAS = 250_000n
const GAS_PER_MACHINE = 12_000n
/** What the cheapest transaction takes: with less, nothing can be sent at all. */
export const TRANSACTION_GAS = 21_000n

/** Gas of several transactions, at most: `machines` are those that a call pays electricity for. */
export const gasOf = (plan: {
  readonly calls: number
  readonly approvals: number
  readonly machines: number
}): bigint =>
  BigInt(plan.calls) * CALL_GAS +
  BigInt(plan.approvals) * APPROVAL_GAS_LIMIT +
  BigInt(plan.machines) * GAS_PER_MACHINE

/** A call as a form knows it before its quote. */
export interface ExpectedCall {
  /** What pulls the tokens; null: it pulls none, or only its own. */
  readonly contract: Spender | null
  readonly takes: Needs
  /** Machines that it pays electricity for. */
  readonly machines?: number
}

/** The calls that get what is missing. */
export const preparingCalls = (steps: readonly Preparation[]): readonly ExpectedCall[] =>
  steps.map(({ kind, input, pays }) => ({
    contract: kind === 'swap' ? 'Exchange' : kind === 'wrap' ? 'USDR' : null,
    takes: { [input]: pays },
  }))

/** Approvals for the maximum that each call needs, with what those before it have approved and used up by then. */
function approvalsOf(
  calls: readonly ExpectedCall[],
  standing: readonly Pick<StandingAllowance, 'contract' | 'token' | 'amount'>[],
): readonly number[] {
  const left = new Map(standing.map(({ contract, token, amount }) => [`${contract}:${token}`, amount]))
  const pull = (contract: Spender, token: Token, amount: bigint): boolean => {
    const key = `${contract}:${token}`
    const asked = { amount, allowance: left.get(key) ?? 0n }
    left.set(key, allowanceAfter(asked, 'max'))
    return needsApproval(asked, 'max')
  }
  return calls.map(({ contract, takes }) =>
    contract === null ? 0 : TOKENS.filter((token) => pull(contract, token, takes[token] ?? 0n)).length,
  )
}

/** Gas of all calls with the approvals that they still need. */
export const expectedGas = (
  calls: readonly ExpectedCall[],
  standing: readonly Pick<StandingAllowance, 'contract' | 'token' | 'amount'>[],
): bigint =>
  gasOf({
    calls: calls.length,
    approvals: approvalsOf(calls, standing).reduce((sum, count) => sum + count, 0),
    machines: calls.reduce((sum, { machines = 0 }) => sum + machines, 0),
  })
