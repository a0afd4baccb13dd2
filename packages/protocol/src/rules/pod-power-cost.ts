/**
 * Cost and yield of POD power (docs/product.md 7), shared by the server's quote and the app's preview.
 * Pure, base units.
 */
import { mulDivDown, mulDivUp, WAD } from '../amounts.ts'
import { BPS } from '../constants.ts'

export interface PodPowerTerms {
  /**
   * Part of the value that is paid in USDR, in 1/10,000, between 0 and 10,000; the rest is DR, which is
   * burned.
   */
  readonly usdrShareBps: bigint
  /** Power for each dollar of value, in 1/10,000. */
  readonly powerBps: bigint
  /** USDT for one DR, 18 decimals: the lower of the two averages. */
  readonly drPrice: bigint
}

export interface PodPowerCost {
  /** Paid to the treasury; rounded up. */
  readonly usdrAmount: bigint
  /** USD of both payments, 18 decimals; rounded down. */
  readonly value: bigint
  /** POD units, 18 decimals; rounded down. */
  readonly power: bigint
}

/** Cost and power of burning `drAmount`. */
export const podPowerCost = (drAmount: bigint, terms: PodPowerTerms): PodPowerCost => {
  const drShareBps = BPS - terms.usdrShareBps
  const drValue = mulDivDown(drAmount, terms.drPrice, WAD)
  const value = mulDivDown(drValue, BPS, drShareBps)
  return {
    usdrAmount: mulDivUp(drValue, terms.usdrShareBps, drShareBps),
    value,
    power: mulDivDown(value, terms.powerBps, BPS),
  }
}

/**
 * Range of power that a final purchase can have given, by its event and the `powerBps` of its quote. The
 * quote rounded the USDR up from the DR's value: if USDR is half of the price both ends are equal,
 * otherwise some base units apart.
 */
export const podPowerBounds = (
  { usdrAmount, usdrShareBps }: { readonly usdrAmount: bigint; readonly usdrShareBps: bigint },
  powerBps: bigint,
): { readonly min: bigint; readonly max: bigint } => {
  const drShareBps = BPS - usdrShareBps
  const powerOf = (drValue: bigint) => mulDivDown(mulDivDown(drValue, BPS, drShareBps), powerBps, BPS)
  return {
    min: powerOf(mulDivDown(usdrAmount - 1n, drShareBps, usdrShareBps) + 1n),
    max: powerOf(mulDivDown(usdrAmount, drShareBps, usdrShareBps)),
  }
}

/** DR worth at most `drValue` (USD, 18 decimals): exactly that if DR is at most a dollar. */
const drWorth = (drValue: bigint, drPrice: bigint): bigint => {
  const atLeast = mulDivUp(drValue, WAD, drPrice)
  return mulDivDown(atLeast, drPrice, WAD) > drValue ? mulDivDown(drValue, WAD, drPrice) : atLeast
}

/** Largest DR amount whose USDR is at most `usdrAmount`. */
export const drForUsdr = (usdrAmount: bigint, { usdrShareBps, drPrice }: PodPowerTerms): bigint =>
  drWorth(mulDivDown(usdrAmount, BPS - usdrShareBps, usdrShareBps), drPrice)

/** Largest DR amount whose value together with its USDR is at most `value` (USD, 18 decimals). */
export const drForValue = (value: bigint, { usdrShareBps, drPrice }: PodPowerTerms): bigint =>
  drWorth(mulDivDown(value, BPS - usdrShareBps, BPS), drPrice)
