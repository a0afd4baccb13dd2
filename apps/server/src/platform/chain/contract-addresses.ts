import { PAYOUT_TOKENS, type PayoutToken, type PricedToken, TOKENS, type Token } from '@dr/protocol/tokens'
import { FatalError } from '../errors.ts'
import type { LowerHex } from '../hex.ts'

type TokenContracts = Readonly<Record<Token, LowerHex>>

/** The deployment's addresses, with the names of DEPLOYMENT_FILE and `GET /api/v1/public/config`. */
export interface ContractAddresses extends TokenContracts {
  readonly DigitalRights: LowerHex
  readonly Exchange: LowerHex
  readonly Funding: LowerHex
  readonly ResultRegistry: LowerHex
  readonly RootRegistry: LowerHex
  readonly DigitDraw: LowerHex
  readonly Emission: LowerHex
  readonly PriceOracle: LowerHex
  /** By account: 0 miner, 1 deflation, 2 node (docs/product.md 3). */
  readonly withdrawalVaults: readonly [LowerHex, LowerHex, LowerHex]
  /** The pools of each token and USDT. */
  readonly pairs: Readonly<Record<PricedToken, LowerHex>>
  /** The only admin: every change of a setting waits there for 14 days. */
  readonly timelock: LowerHex
  /** The treasury, which may not fund rewards (docs/product.md 4). */
  readonly treasury: LowerHex
}

/** The token at an address; undefined for any other contract. */
export const tokenAt = (contracts: TokenContracts, address: LowerHex): Token | undefined =>
  TOKENS.find((token) => contracts[token] === address)

/** Tokens in which rewards are funded and paid, and which packages accept. */
export type PayoutTokenContracts = Readonly<Record<PayoutToken, LowerHex>>

/** An event with another token than the contracts accept: it disagrees with the configuration. */
class PayoutTokenError extends FatalError {}

/** The payout token at an address; undefined: another contract. */
export const payoutTokenAt = (contracts: PayoutTokenContracts, address: LowerHex): PayoutToken | undefined =>
  PAYOUT_TOKENS.find((token) => contracts[token] === address)

export const requirePayoutToken = (contracts: PayoutTokenContracts, address: LowerHex): PayoutToken => {
  const token = payoutTokenAt(contracts, address)
  if (token === undefined)
    throw new PayoutTokenError(`neither rewards nor packages are in the token ${address}`)
  return token
}
