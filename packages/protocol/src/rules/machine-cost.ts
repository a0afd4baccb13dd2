/**
 * Cost of machines and electricity, shared by the quote and the app's preview (docs/product.md 4 and 6).
 * Payments are rounded up, in the project's favour.
 */
import { mulDivUp, WAD } from '../amounts.ts'
import { BPS, ELECTRICITY_FEE_DRGV, PER_USER_STOCK_PARTS } from '../constants.ts'

export interface MachineCost {
  readonly usdtAmount: bigint
  readonly drgvAmount: bigint
}

/** `price` in USD for one machine (18 decimals), `drgvPrice` in USDT for one DRGV (18 decimals, > 0). */
export const machineCost = (input: {
  readonly price: bigint
  readonly drgvShareBps: number
  readonly machineCount: number
  readonly drgvPrice: bigint
}): MachineCost => {
  const total = input.price * BigInt(input.machineCount)
  const drgvValue = (total * BigInt(input.drgvShareBps)) / BPS
  return {
    usdtAmount: total - drgvValue,
    drgvAmount: mulDivUp(drgvValue, WAD, input.drgvPrice),
  }
}

/** Maximum number of a product's machines for one user: a twentieth of all that are or were in stock. */
export const perUserLimitMax = (stock: number): number =>
  Math.max(1, Math.floor(stock / PER_USER_STOCK_PARTS))

/**
 * 6 DRGV for a machine and a period of 30 days (requirement §9). `electricityFee({ machines: 3, periods: 2
 * })` is 36 DRGV.
 */
export const electricityFee = (input: { readonly machines: number; readonly periods: number }): bigint =>
  ELECTRICITY_FEE_DRGV * BigInt(input.machines) * BigInt(input.periods)
