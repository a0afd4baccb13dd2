import { APPROVAL_AMOUNT_MAX } from '@dr/protocol/constants'

/** max: the required default, 9e28 base units, once. exact: only what this call takes. */
export type ApprovalAmount = 'max' | 'exact'

/** short: a permit or one batch, if wallet and token support it. transactions: one for each approval. */
type ApprovalWay = 'short' | 'transactions'

export interface ApprovalChoice {
  readonly amount: ApprovalAmount
  readonly way: ApprovalWay
}

/**
 * Whether a token must be approved (requirement §4, docs/product.md 12): for the maximum if the allowance
 * is at most the amount, for the exact amount if it is below. Base units; null: the contract needs no
 * allowance.
 */
export const needsApproval = (
  { amount, allowance }: { readonly amount: bigint; readonly allowance: bigint | null },
  choice: ApprovalAmount,
): boolean =>
  allowance !== null && amount > 0n && (choice === 'max' ? allowance <= amount : allowance < amount)

/**
 * Whether it counts as unlimited: above half of the required maximum it is that, partly used. Nobody can read
 * 29 digits.
 */
export const isUnlimited = (allowance: bigint): boolean => allowance > APPROVAL_AMOUNT_MAX / 2n

/** Allowance left for the contract's later calls after this call and its possible approval. */
export const allowanceAfter = (
  pull: { readonly amount: bigint; readonly allowance: bigint },
  choice: ApprovalAmount,
): bigint => {
  const given = choice === 'max' ? APPROVAL_AMOUNT_MAX : pull.amount
  return (needsApproval(pull, choice) ? given : pull.allowance) - pull.amount
}
