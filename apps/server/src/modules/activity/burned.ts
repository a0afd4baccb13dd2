import { mulDivDown, WAD } from '@dr/protocol/amounts'
import type { UserId } from '../../platform/ids.ts'
import type { Activity } from './record-activity.ts'

/** A price as a voucher carries it: USDT for one token, 18 decimals, as a decimal string. */
interface VoucherPrice {
  readonly price: string
}

/**
 * Tokens a voucher's event burned, in USD at the voucher's own price: the one its contract held against the
 * pool's average in the same block. If the voucher carries no price, the burn has no value and counts for
 * nothing.
 */
export const burnedActivity = (burned: {
  readonly userId: UserId
  readonly at: bigint
  /** Base units. */
  readonly amount: bigint
  readonly price: VoucherPrice | undefined
}): Activity => {
  const { userId, at, amount, price } = burned
  return { userId, kind: 'burned', at, amount: mulDivDown(amount, BigInt(price?.price ?? 0), WAD) }
}
