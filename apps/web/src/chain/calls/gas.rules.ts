import { APPROVAL_GAS_LIMIT, MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { TOKENS, type Token } from '@dr/protocol/tokens'
import { type VoucherKind, type VoucherSpec, voucherSpec } from '@dr/protocol/vouchers'
import type { OpenAllowance, Spender } from '../reads/read-allowances.ts'
import type { Needs, Preparation } from '../shortage/shortage.rules.ts'
import { type ApprovalAmount, allowanceAfter, needsApproval } from './approval.rules.ts'

/**
 * Gas of whole transactions without a voucher; those with one are in the registry (`VoucherSpec`).
 * `gas.rules.test.ts` compares all of them with the contracts' own tests (contracts/test/gas).
 */
const DIRECT_GAS = { deposit: 160_000, wrap: 109_000, unwrap: 69_000, draw: 180_000 } as const
/** Additional gas of an activation for each machine, and for each of its purchases after the first. */
const MACHINE_GAS = 610
const PURCHASE_GAS = 30_600
/** Gas of the cheapest transaction: with less, none can be sent. */
export const TRANSACTION_GAS = 21_000n

export type CallKind = VoucherKind | keyof typeof DIRECT_GAS

const isDirect = (kind: CallKind): kind is keyof typeof DIRECT_GAS => kind in DIRECT_GAS
const boundsOf = (kind: CallKind): VoucherSpec['gas'] =>
  isDirect(kind) ? { first: DIRECT_GAS[kind] } : voucherSpec(kind).gas

/** A call that cannot be estimated yet, since its voucher or approvals are missing. */
export interface PlannedCall {
  readonly kind: CallKind
  readonly approvals: number
  /** It uses an existing allowance. */
  readonly isAllowed?: boolean
  /** Number of machines that it pays electricity for, and of their purchases. */
  readonly machines?: number
  readonly purchases?: number
}

/** Low bits of a machine id that number it within its purchase. */
const MACHINE_BITS = 7n

/** Number of purchases that the machines are from. */
export const purchasesOf = (machineIDs: readonly (string | bigint)[]): number =>
  new Set(machineIDs.map((id) => BigInt(id) >> MACHINE_BITS)).size

/**
 * Counts for the gas of an activation's first batch, by machine ids or their number. With only the number,
 * each machine may be from its own purchase.
 */
export const activationOf = (
  known: readonly string[] | number,
): Required<Pick<PlannedCall, 'machines' | 'purchases'>> => {
  if (typeof known === 'number') {
    const machines = Math.min(known, MACHINE_BATCH_MAX)
    return { machines, purchases: machines }
  }
  const batch = known.slice(0, MACHINE_BATCH_MAX)
  return { machines: batch.length, purchases: purchasesOf(batch) }
}

/** Gas plus a fifth, as for the node's estimates. */
const gasOfCall = ({
  kind,
  approvals,
  isAllowed = false,
  machines = 0,
  purchases = 1,
}: PlannedCall): bigint => {
  const bounds = boundsOf(kind)
  const call = (isAllowed ? bounds.again : undefined) ?? bounds.first
  const power = machines * MACHINE_GAS + Math.max(0, purchases - 1) * PURCHASE_GAS
  return (BigInt(call + power) * 6n) / 5n + BigInt(approvals) * APPROVAL_GAS_LIMIT
}

/** Maximum gas of several transactions. */
export const gasOf = (calls: readonly PlannedCall[]): bigint =>
  calls.reduce((sum, call) => sum + gasOfCall(call), 0n)

/** A call as known to a form before its quote. */
export interface ExpectedCall extends Omit<PlannedCall, 'approvals' | 'isAllowed'> {
  /** Contract that pulls the tokens; null: none, or only its own. */
  readonly contract: Spender | null
  readonly takes: Needs
}

/** Calls that get the missing tokens. */
export const preparingCalls = (steps: readonly Preparation[]): readonly ExpectedCall[] =>
  steps.map(({ kind, input, pays }) => ({
    kind: kind === 'swap' ? 'swap-token' : kind,
    contract: kind === 'swap' ? 'Exchange' : kind === 'wrap' ? 'USDR' : null,
    takes: { [input]: pays },
  }))

type Allowances = readonly Pick<OpenAllowance, 'contract' | 'token' | 'amount'>[]

/** Approvals that each call needs, given what earlier calls approve and use up. */
const approvalsOf = (
  calls: readonly ExpectedCall[],
  allowances: Allowances,
  choice: ApprovalAmount = 'max',
): readonly number[] => {
  const left = new Map(allowances.map(({ contract, token, amount }) => [`${contract}:${token}`, amount]))
  const pull = (contract: Spender, token: Token, amount: bigint): boolean => {
    const key = `${contract}:${token}`
    const spend = { amount, allowance: left.get(key) ?? 0n }
    left.set(key, allowanceAfter(spend, choice))
    return needsApproval(spend, choice)
  }
  return calls.map(({ contract, takes }) =>
    contract === null ? 0 : TOKENS.filter((token) => pull(contract, token, takes[token] ?? 0n)).length,
  )
}

/**
 * Number of steps as on the transaction sheet: each call, and each approval or permit before it; a batch
 * has no separate approvals.
 */
export const expectedSteps = (
  calls: readonly ExpectedCall[],
  allowances: Allowances,
  { choice, atomic }: { readonly choice: ApprovalAmount; readonly atomic: boolean },
): number =>
  calls.length + (atomic ? 0 : approvalsOf(calls, allowances, choice).reduce((sum, count) => sum + count, 0))

/** Gas of all calls with their missing approvals. */
export const expectedGas = (calls: readonly ExpectedCall[], allowances: Allowances): bigint => {
  const counts = approvalsOf(calls, allowances)
  const planned = calls.map((call, index): PlannedCall => {
    const approvals = counts[index] ?? 0
    // An approval earlier in the plan gives an allowance, but does not mean that the token was used before.
    const pulled = TOKENS.filter((token) => (call.takes[token] ?? 0n) > 0n)
    const hasAllowance = (token: Token): boolean =>
      allowances.some((one) => one.contract === call.contract && one.token === token && one.amount > 0n)
    return {
      ...call,
      approvals,
      isAllowed: approvals === 0 && pulled.length > 0 && pulled.every(hasAllowance),
    }
  })
  return gasOf(planned)
}
