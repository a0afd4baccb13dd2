/**
 * Maximum difference in 1/10,000 between an open order's price and the current one for the order to be
 * returned again: the contract accepts a price within 5 % of its own.
 */
export const PRICE_REUSE_BPS = 100n
