/**
 * Wall time, passed in at composition. It serves sessions, rate limits and logs only: accrual, weeks,
 * maturity and the expiry of stock and holds follow the chain's clock (docs/product.md 3, see
 * `chain-clock.ts`).
 */
export type WallClock = () => Date
