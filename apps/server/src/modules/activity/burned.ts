import { mulDivDown, WAD } from '@dr/protocol/amounts'
import type { UserId } from '../../platform/ids.ts'
import type { Activity } from './record-activity.ts'

/** A voucher's price: USDT for one token, 18 decimals, as a decimal string. */
interface VoucherPrice {
  readonly price: string
}

/**
 * Tokens burned by a voucher's event, in USD at the voucher's own price, which its contract compared with the
 * pool's average in the same block. A burn without a price has no value and does not count.
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
