/**
 * The DR that a withdrawal of USDT burns out of the user's wallet (PRODUCT.md 4): worth 5 % of it. Pure; base units, prices
 * in USDT with 18 decimals. The integer arithmetic is the contract's.
 */
import { type Base, base, mulDivDown, mulDivUp, WAD } from '@dr/protocol/amounts'
import { BPS } from '@dr/protocol/constants'
import { least, most } from '../../platform/integers.ts'

/** Least of the voucher's burn that is burned, whatever the getter says. */
export const USDT_BURN_FLOOR_BPS = 9_000n

/** USDT whose worth in DR is burned, rounded down: also what the amounts-out getter is asked about. */
export const burnedValue = (amount: bigint, burnBps: bigint): Base<'USDT'> =>
  base('USDT', mulDivDown(amount, burnBps, BPS))

/** The voucher's `burnAmount`: DR worth `burnedValue` at the average, rounded down. */
export const voucherBurn = (input: {
  readonly amount: bigint
  readonly burnBps: bigint
  readonly drPrice: bigint
}): Base<'DR'> => base('DR', mulDivDown(burnedValue(input.amount, input.burnBps), WAD, input.drPrice))

/** The least that is burned for a voucher, rounded up so that 90 % are kept. */
export const leastBurn = (voucher: bigint): Base<'DR'> =>
  base('DR', mulDivUp(voucher, USDT_BURN_FLOOR_BPS, BPS))

/**
 * What is burned in the end: the lower of the voucher's and the getter's, at least 90 % of the voucher's. `getter`: DR that
 * `burnedValue` buys now; null when the getter reverts, since a withdrawal never reverts on price.
 */
export const usdtBurn = (input: { readonly voucher: bigint; readonly getter: bigint | null }): Base<'DR'> => {
  const { voucher, getter } = input
  return base('DR', getter === null ? voucher : most(least(voucher, getter), leastBurn(voucher)))
}
