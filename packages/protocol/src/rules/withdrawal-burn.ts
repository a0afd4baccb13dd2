/**
 * Burn of a withdrawal (docs/product.md 4). Base units, prices in USDT with 18 decimals. The integer
 * arithmetic is the contract's (`BurnRate.sol`).
 */
import { mulDivDown, mulDivUp, WAD } from '../amounts.ts'
import { BPS } from '../constants.ts'

/**
 * Of a voucher's burn for USDT, at least this share is burned, whatever the pool's price says
 * (`USDT_BURN_MIN_BPS`).
 */
const USDT_BURN_MIN_BPS = 9_000n

/** The vault's share of what is burned upon, rounded down: of DR it is burned, of USDT its worth in DR. */
export const burnShare = ({ burnable, burnBps }: { burnable: bigint; burnBps: bigint }): bigint =>
  mulDivDown(burnable, burnBps, BPS)

/**
 * DR worth the share of `burnable` USDT, rounded down: a USDT voucher's burn, the maximum that leaves the
 * wallet.
 */
export const usdtVoucherBurn = ({
  drPrice,
  ...share
}: {
  readonly burnable: bigint
  readonly burnBps: bigint
  readonly drPrice: bigint
}): bigint => mulDivDown(burnShare(share), WAD, drPrice)

/** The minimum of DR that is burned for a USDT voucher, rounded up. */
export const minUsdtBurn = (voucherBurn: bigint): bigint => mulDivUp(voucherBurn, USDT_BURN_MIN_BPS, BPS)
