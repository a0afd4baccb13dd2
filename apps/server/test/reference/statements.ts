/**
 * What two SQL statements of production do, for tests that run the rules without a database. Pure; base
 * units.
 */
import { FEE_TO_INVITER_BPS, inviterShareOf } from '@dr/protocol/rules/fee-shares'
import type { PowerState } from '../../src/modules/dividends/power/position.rules.ts'
import { FINE } from '../../src/modules/dividends/power/scaled-power.rules.ts'
import type { CollectedFees } from '../../src/modules/swap/fees/fee-split.rules.ts'

export interface SwapFee {
  readonly fee: bigint
  /** The swapper's inviter, where there is one that qualifies. */
  readonly inviterId: number | null
}

/** The fees of the swaps before a flush added up, as `swap_take_fees` does (`swap/record-flush.ts`). */
export const collectFees = (fees: readonly SwapFee[]): CollectedFees => {
  const inviters = new Map<number, bigint>()
  for (const { fee, inviterId } of fees) {
    const share = inviterShareOf(fee, FEE_TO_INVITER_BPS)
    if (inviterId !== null && share > 0n) inviters.set(inviterId, (inviters.get(inviterId) ?? 0n) + share)
  }
  return { total: fees.reduce((sum, { fee }) => sum + fee, 0n), inviters }
}

/**
 * A final purchase of `power`: pledged from next Monday, as `pod_purchases_record` does
 * (`dividends/power/record-purchases.ts`). `pledge: false` leaves it unpledged at once, a state that users
 * reach by unpledging.
 */
export const addPurchase = (
  { position, change }: PowerState,
  { power, pledge }: { readonly power: bigint; readonly pledge: boolean },
): PowerState =>
  pledge
    ? { position, change: { ...change, joining: change.joining + power * FINE } }
    : { change, position: { ...position, unpledged: position.unpledged + power * FINE } }
