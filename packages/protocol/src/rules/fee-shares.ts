/**
 * Division of the exchange's fees (docs/product.md 4), in 1/10,000 of a fee. The contract divides a flush
 * between two vaults (`Exchange.sol`, `FEE_TO_NODE_BPS`); the server divides the node vault's part.
 */
import { BPS } from '../constants.ts'

/** The rest goes to the deflation vault, for the dividend pool. */
export const FEE_TO_NODE_VAULT_BPS = 3_600n
/** Inviters' share of the node vault's part. The rest is the node pool's: 16 % and rounding. */
export const FEE_TO_INVITER_BPS = 2_000n

/** The inviter's share of a swap's fee at `inviterBps`, base units of USDT, rounded down. */
export const inviterShareOf = (fee: bigint, inviterBps: bigint): bigint => (fee * inviterBps) / BPS
