/**
 * How the exchange's fees divide (docs/product.md 4), in 1/10,000 of a fee. The contract divides what it
 * flushes between two vaults (`Exchange.sol`, `FEE_TO_NODE_BPS`); the node vault's part is shared by the
 * server.
 */
import { BPS } from '../constants.ts'

/** The rest is the deflation vault's, for the dividend pool. */
export const FEE_TO_NODE_VAULT_BPS = 3_600n
/** Of the node vault's part. What is left of it after the inviters is the node pool's: 16 % and roundings. */
export const FEE_TO_INVITER_BPS = 2_000n

/** The inviter's part of one swap's fee at `inviterBps`, base units of USDT, rounded down. */
export const inviterShareOf = (fee: bigint, inviterBps: bigint): bigint => (fee * inviterBps) / BPS
