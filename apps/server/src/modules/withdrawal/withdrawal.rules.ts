/** The conditions of a withdrawal (docs/product.md 4 and 11). Pure; base units, USD with 18 decimals. */
import { WAD } from '@dr/protocol/amounts'
import type { ParameterName } from '@dr/protocol/parameters'
import type { VaultIndex } from '@dr/protocol/token-table'
import { VAULT_TOKENS } from '@dr/protocol/tokens'
import { AppError } from '../../platform/app-error.ts'

export type WithdrawalToken = 'DR' | 'USDT'

/** The parameter that is a token's minimum. */
export const MINIMUM_NAME = {
  DR: 'withdrawal-minimum-dr',
  USDT: 'withdrawal-minimum-usdt',
} as const satisfies Record<WithdrawalToken, ParameterName>

/**
 * Value in USD of `amount` at `price` (USDT for one token, 18 decimals). Rounded up, so that the limit is
 * never exceeded.
 */
export const usdValueOf = (amount: bigint, price: bigint): bigint => (amount * price + WAD - 1n) / WAD

/** Throws BAD_PARAMETER for a token that the account never pays. */
export const requirePaidToken = ({
  vault,
  token,
}: {
  readonly vault: VaultIndex
  readonly token: WithdrawalToken
}): void => {
  if (VAULT_TOKENS.some((paid) => paid.vault === vault && paid.token === token)) return
  throw new AppError('BAD_PARAMETER', { details: { path: 'token', reason: 'not-paid-from-this-account' } })
}

/**
 * Throws BAD_PARAMETER for less than the current minimum. Deposits may be withdrawn in any amount: a returned
 * deposit below the minimum could not leave otherwise. Base units.
 */
export const requireMinimum = ({
  amount,
  burnable,
  minimum,
}: {
  readonly amount: bigint
  /** The part that is subject to burn. */
  readonly burnable: bigint
  readonly minimum: bigint
}): void => {
  if (amount >= minimum || burnable === 0n) return
  throw new AppError('BAD_PARAMETER', {
    details: { path: 'amount', reason: 'minimum', minimum: minimum.toString() },
  })
}
