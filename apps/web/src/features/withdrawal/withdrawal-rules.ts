import { BPS } from '@dr/protocol/constants'

export type WithdrawalLimits = {
  /** Base units of DR. */
  readonly minimum: bigint
  readonly available: bigint
  /** Basis points of the amount that are burned. */
  readonly burnBps: number
}

export type WithdrawalProblem = 'below-minimum' | 'above-available'

/** `amount` is gross: the vault burns its share and sends the rest; the burn is cut, so the user never gets less than shown. */
export function splitWithdrawal(
  amount: bigint,
  burnBps: number,
): { readonly burned: bigint; readonly received: bigint } {
  const burned = (amount * BigInt(burnBps)) / BPS
  return { burned, received: amount - burned }
}

export function withdrawalProblem(
  amount: bigint,
  { minimum, available }: WithdrawalLimits,
): WithdrawalProblem | null {
  if (amount > available) return 'above-available'
  if (amount < minimum) return 'below-minimum'
  return null
}
