/**
 * Wall time, injected at composition. It serves only sessions, rate limits and logs: accrual, weeks, maturity
 * and the expiry of stock and holds follow the chain's clock (docs/product.md 3, see `chain-clock.ts`).
 */
export type WallClock = () => Date
