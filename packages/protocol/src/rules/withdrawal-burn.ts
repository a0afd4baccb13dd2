/**
 * Burn of a withdrawal (docs/product.md 4). Base units, prices in USDT with 18 decimals. The integer
 * arithmetic equals the contract's (`BurnRate.sol`).
 */
import { mulDivDown, mulDivUp, WAD } from '../amounts.ts'
import { BPS } from '../constants.ts'

/** Minimum share of a USDT voucher's burn that is burned, whatever the pool's price (`USDT_BURN_MIN_BPS`). */
const USDT_BURN_MIN_BPS = 9_000n

/**
 * The vault's share of the burnable amount, rounded down: DR of it is burned; for USDT, DR of the same
 * worth.
 */
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

/** Minimum DR burned for a USDT voucher, rounded up. */
export const minUsdtBurn = (voucherBurn: bigint): bigint => mulDivUp(voucherBurn, USDT_BURN_MIN_BPS, BPS)
