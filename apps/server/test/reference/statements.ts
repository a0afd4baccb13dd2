/**
 * Effects of two SQL statements of production, for tests that run the rules without a database. Pure; base
 * units.
 */
import { FEE_TO_INVITER_BPS, inviterShareOf } from '@dr/protocol/rules/fee-shares'
import type { PowerState } from '../../src/modules/dividends/power/position.rules.ts'
import { FINE } from '../../src/modules/dividends/power/scaled-power.rules.ts'
import type { CollectedFees } from '../../src/modules/swap/fees/fee-split.rules.ts'

export interface SwapFee {
  readonly fee: bigint
  /** The swapper's inviter, if one qualifies. */
  readonly inviterId: number | null
}

/** Sums the fees of the swaps before a flush, like `swap_take_fees` (`swap/record-flush.ts`). */
export const collectFees = (fees: readonly SwapFee[]): CollectedFees => {
  const inviters = new Map<number, bigint>()
  for (const { fee, inviterId } of fees) {
    const share = inviterShareOf(fee, FEE_TO_INVITER_BPS)
    if (inviterId !== null && share > 0n) inviters.set(inviterId, (inviters.get(inviterId) ?? 0n) + share)
  }
  return { total: fees.reduce((sum, { fee }) => sum + fee, 0n), inviters }
}

/**
 * A final purchase of `power`: pledged from next Monday, like `pod_purchases_record`
 * (`dividends/power/record-purchases.ts`). `pledge: false` unpledges it at once, a state that users reach by
 * unpledging.
 */
export const addPurchase = (
  { position, change }: PowerState,
  { power, pledge }: { readonly power: bigint; readonly pledge: boolean },
): PowerState =>
  pledge
    ? { position, change: { ...change, joining: change.joining + power * FINE } }
    : { change, position: { ...position, unpledged: position.unpledged + power * FINE } }
