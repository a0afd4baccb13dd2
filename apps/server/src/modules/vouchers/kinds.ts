import type { ErrorName } from '@dr/protocol/errors'
import type { VaultIndex } from '@dr/protocol/token-table'
import { type VoucherKind, voucherSpec } from '@dr/protocol/vouchers'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { LowerHex } from '../../platform/hex.ts'

/** A kind, with the vault where its contract is one of three. */
export interface OrderTarget {
  readonly kind: VoucherKind
  /** Vault of a withdrawal. */
  readonly vault?: VaultIndex
}

/** The error while the contract accepts no vouchers of the kind, or operators have stopped them. */
export const stoppedError = (kind: VoucherKind): ErrorName =>
  voucherSpec(kind).contract === 'WithdrawalVault' ? 'WITHDRAWALS_STOPPED' : 'FEATURE_OFF'

/**
 * The contract that accepts the voucher, and whose nonce it uses. Throws TypeError for a withdrawal without
 * its vault.
 */
export const contractOf = (contracts: ContractAddresses, { kind, vault }: OrderTarget): LowerHex => {
  const { contract } = voucherSpec(kind)
  if (contract === 'DigitalRights') return contracts.DigitalRights
  if (contract === 'Exchange') return contracts.Exchange
  if (vault === undefined) throw new TypeError(`${kind} is of one of three vaults: say which`)
  return contracts.withdrawalVaults[vault]
}
