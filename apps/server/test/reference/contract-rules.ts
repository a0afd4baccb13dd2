/**
 * Rules of the contracts, implemented again in TypeScript: production reads the outcome from their events,
 * but tests need it in advance. Pure; base units.
 */
import { BPS } from '@dr/protocol/constants'
import { FEE_TO_NODE_VAULT_BPS } from '@dr/protocol/rules/fee-shares'
import { minUsdtBurn } from '@dr/protocol/rules/withdrawal-burn'
import { encodeAbiParameters, type Hex, keccak256 } from 'viem'
import { maxBigInt, minBigInt } from '../../src/platform/integers.ts'

/** Parts of the two vaults. */
interface VaultParts {
  readonly node: bigint
  readonly deflation: bigint
}

const split = (amount: bigint, nodeBps: bigint): VaultParts => {
  const node = (amount * nodeBps) / BPS
  return { node, deflation: amount - node }
}

/** Division of a flush by the exchange: the node vault's 36 % rounded down, the deflation vault the rest. */
export const splitFlush = (amount: bigint): VaultParts => split(amount, FEE_TO_NODE_VAULT_BPS)

/**
 * Division of the operator's funding: the node vault's 20 % rounded down, the deflation vault the rest
 * (`Funding.sol`).
 */
export const splitFunding = (amount: bigint): VaultParts => split(amount, 2_000n)

/**
 * Final burn of a withdrawal of USDT: the lower of the voucher's and the getter's, at least 90 % of the
 * voucher's. `getter`: DR that the burned share of the whole amount buys now; null when the getter reverts,
 * since a withdrawal never reverts on price (`BurnRate.sol`).
 */
export const usdtBurn = (input: { readonly voucher: bigint; readonly getter: bigint | null }): bigint => {
  const { voucher, getter } = input
  return getter === null ? voucher : maxBigInt(minBigInt(voucher, getter), minUsdtBurn(voucher))
}

/** The digit of a draw (`IDigitDraw.reveal`). */
export const digitOf = (input: {
  readonly secret: Hex
  readonly targetHash: Hex
  readonly entriesHash: Hex
}): number => {
  const types = [{ type: 'bytes32' }, { type: 'bytes32' }, { type: 'bytes32' }] as const
  const hash = keccak256(encodeAbiParameters(types, [input.secret, input.targetHash, input.entriesHash]))
  return Number(BigInt(hash) % 10n)
}
