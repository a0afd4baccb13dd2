import { TOKENS, type Token } from '@dr/protocol/amounts'
import { APPROVAL_GAS_LIMIT } from '@dr/protocol/constants'
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

/** Approvals for the maximum, each once: where the allowance is at most the amount (requirement §4). */
function approvalsFor(
  calls: readonly ExpectedCall[],
  standing: readonly Pick<StandingAllowance, 'contract' | 'token' | 'amount'>[],
): number {
  const allowed = (contract: Spender, token: Token): bigint =>
    standing.find((one) => one.contract === contract && one.token === token)?.amount ?? 0n
  const needed = calls.flatMap(({ contract, takes }) =>
    contract === null
      ? []
      : TOKENS.filter((token) => {
          const amount = takes[token] ?? 0n
          return amount > 0n && allowed(contract, token) <= amount
        }).map((token) => `${contract}:${token}`),
  )
  return new Set(needed).size
}

/** Gas of all calls with the approvals that they still need. */
export const expectedGas = (
  calls: readonly ExpectedCall[],
  standing: readonly Pick<StandingAllowance, 'contract' | 'token' | 'amount'>[],
): bigint =>
  gasOf({
    calls: calls.length,
    approvals: approvalsFor(calls, standing),
    machines: calls.reduce((sum, { machines = 0 }) => sum + machines, 0),
  })
