/**
 * Cost and yield of POD power (docs/product.md 7). Pure; amounts in base units, prices in USDT with 18
 * decimals.
 */
import { POD_POWER_BPS, POD_POWER_USDR_SHARE_BPS } from '@dr/protocol/constants'
import { PARAMETERS } from '@dr/protocol/parameters'
import { podPowerCost } from '@dr/protocol/rules/pod-power-cost'
import { AppError } from '../../platform/app-error.ts'
import { minBigInt } from '../../platform/integers.ts'

export interface PodPowerConfig {
  /** Share of the value that is paid in USDR, in 1/10,000, below 10,000; the rest is DR, which is burned. */
  readonly usdrShareBps: bigint
  /** Power for each dollar of value, in 1/10,000. */
  readonly powerBps: bigint
  /** Base units of DR. */
  readonly minimumDr: bigint
}

/** Defaults; the chain sets the share, operators the minimum. */
export const POD_POWER_CONFIG: PodPowerConfig = {
  usdrShareBps: POD_POWER_USDR_SHARE_BPS,
  powerBps: POD_POWER_BPS,
  minimumDr: PARAMETERS['pod-power-minimum-dr'].standard,
}

export interface PodPowerQuote {
  /** Base units of DR, burned. */
  readonly drAmount: bigint
  /** Base units of USDR, paid to the treasury. */
  readonly usdrAmount: bigint
  /** Value of both in USD, 18 decimals. */
  readonly value: bigint
  /** POD units, 18 decimals: one unit earns one dollar, once. Not money. */
  readonly power: bigint
  /** The lower of the two averages, by which the DR was valued. */
  readonly drPrice: bigint
}

/**
 * Price at which DR is valued: the lower of the two averages, so that raising a price for half an hour gains
 * nothing.
 */
const valuingPrice = (prices: { readonly price: bigint; readonly price24h: bigint }): bigint =>
  minBigInt(prices.price, prices.price24h)

/**
 * The USDR required for `drAmount`, and the power of both together. The cost is rounded up, power down.
 * Throws BAD_PARAMETER (10002) below the minimum burn; NO_PRICE (30002) without a price.
 */
export const quotePodPower = (
  config: PodPowerConfig,
  request: { readonly drAmount: bigint; readonly price: bigint; readonly price24h: bigint },
): PodPowerQuote => {
  const { drAmount } = request
  if (drAmount < config.minimumDr) {
    throw new AppError('BAD_PARAMETER', {
      details: { path: 'drAmount', minimum: config.minimumDr.toString() },
    })
  }
  const drPrice = valuingPrice(request)
  const { usdrAmount, value, power } = podPowerCost(drAmount, { ...config, drPrice })
  if (value === 0n) throw new AppError('NO_PRICE', { details: { token: 'DR' } })
  return { drAmount, usdrAmount, value, power, drPrice }
}
