import {
  byToken,
  type DeployedName,
  deployedName,
  PAYOUT_TOKENS,
  type PayoutToken,
  type PricedToken,
  TOKENS,
  type Token,
} from '@dr/protocol/tokens'
import { FatalError } from '../errors.ts'
import type { LowerHex } from '../hex.ts'

/** The withdrawal contracts by their account: 0 miner, 1 deflation, 2 node (docs/product.md 3). */
export type VaultAddresses = readonly [LowerHex, LowerHex, LowerHex]

/** Every token's contract, by its name in the deployment's record. */
type TokenContracts = Readonly<Record<DeployedName, LowerHex>>

/**
 * The contracts the server talks to: the part it needs of the deployment's record (`@dr/contracts/deploy`).
 */
export interface ContractAddresses extends TokenContracts {
  readonly emission: LowerHex
  readonly priceOracle: LowerHex
  readonly digitalRights: LowerHex
  readonly exchange: LowerHex
  readonly funding: LowerHex
  readonly resultRegistry: LowerHex
  readonly digitDraw: LowerHex
  readonly withdrawalVaults: VaultAddresses
  /** The pools of each token and USDT. */
  readonly pairs: Readonly<Record<PricedToken, LowerHex>>
  /** The only admin: every change of a setting waits there for 14 days. */
  readonly timelock: LowerHex
  /** The treasury, which may not fund rewards (docs/product.md 4). */
  readonly treasury: LowerHex
}

/** Tokens' contracts by their symbols. */
export const tokenAddresses = (contracts: TokenContracts): Readonly<Record<Token, LowerHex>> =>
  byToken(TOKENS, (token) => contracts[deployedName(token)])

/** The inverse: addresses by the deployment's names. */
export const tokenContracts = (addresses: Readonly<Record<Token, LowerHex>>): TokenContracts =>
  Object.fromEntries(TOKENS.map((token) => [deployedName(token), addresses[token]])) as TokenContracts

/** The token at an address; undefined: not a token of the product. */
export const tokenAt = (contracts: TokenContracts, address: LowerHex): Token | undefined => {
  const addresses = tokenAddresses(contracts)
  return TOKENS.find((token) => addresses[token] === address)
}

/** Tokens that rewards are funded and paid in, and packages take. */
export type PayoutTokenContracts = Readonly<Record<DeployedName<PayoutToken>, LowerHex>>

/** The contracts take no other: their event and the configuration disagree. */
class PayoutTokenError extends FatalError {}

/** The payout token at an address; undefined: another contract. */
export const payoutTokenAt = (contracts: PayoutTokenContracts, address: LowerHex): PayoutToken | undefined =>
  PAYOUT_TOKENS.find((token) => contracts[deployedName(token)] === address)

export const requirePayoutToken = (contracts: PayoutTokenContracts, address: LowerHex): PayoutToken => {
  const token = payoutTokenAt(contracts, address)
  if (token === undefined)
    throw new PayoutTokenError(`neither rewards nor packages are in the token ${address}`)
  return token
}
