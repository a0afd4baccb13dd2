/** Public API of prices: the on-chain oracle's prices, or NO_PRICE. */

export { averageOf, type Observation } from './average-at.rules.ts'
export { averageAt, averagesAt } from './average-at.ts'
export { type Averages, averagesAnswer } from './averages.ts'
export type { PriceReader } from './create-price-reader.ts'
export { dayChangeBps } from './day-change.ts'
export { lastKnownPrice } from './known-price.ts'
export { createPricesModule } from './module.ts'
export { isNoPrice, isUnpriced, priceOrNull } from './no-price.ts'
export { priceAnswer } from './price-answer.ts'
export { pricesShown } from './prices-shown.ts'
export type { Price, ReadBlock } from './read-price.ts'
