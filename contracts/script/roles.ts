import { type Address, isAddress, zeroAddress } from 'viem'

/**
 * Roles of the contracts. The admin itself is the time-lock contract, in which only `proposer` can announce
 * changes.
 */
export type Roles = {
  /** Signs vouchers. */
  readonly signer: Address
  /** Signs vouchers once the pauser has revoked the signer; kept offline until then. */
  readonly standbySigner: Address
  /** Posts the hashes of the weekly results, and the daily roots. */
  readonly attester: Address
  /** Confirms the daily roots, from another machine. */
  readonly witness: Address
  /** Opens and reveals the digit draws; owns the part of their bond that backs no entry. */
  readonly drawer: Address
  /** Vetoes daily roots, and cancels changes. */
  readonly guardian: Address
  /** Stops vouchers and revokes the signer at once. */
  readonly pauser: Address
  /** Announces changes to the 14-day time-lock that is the admin of every contract. */
  readonly proposer: Address
  /** Receives the USDT of sales, and the vesting tokens. */
  readonly treasury: Address
  /** Receives the tokens for liquidity and for the exchange's inventory. */
  readonly liquidityHolder: Address
}

/** Keys whose theft must not accumulate: no two of them may be equal. */
const KEY_ROLES = [
  'signer',
  'standbySigner',
  'attester',
  'witness',
  'drawer',
  'guardian',
  'pauser',
  'proposer',
] as const

/** A role is missing, or two roles share a key. */
class RolesError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RolesError'
  }
}

/** @throws RolesError naming the roles in question. */
export const requireDistinctRoles = (roles: Roles): void => {
  for (const role of [...KEY_ROLES, 'treasury', 'liquidityHolder'] as const) {
    const address: string | undefined = roles[role]
    if (!address || !isAddress(address) || address === zeroAddress) {
      throw new RolesError(`role ${role} has no address: nothing is deployed`)
    }
  }
  const holders = new Map<string, string>()
  for (const role of KEY_ROLES) {
    const key = roles[role].toLowerCase()
    const other = holders.get(key)
    if (other) throw new RolesError(`roles ${other} and ${role} share one key: nothing is deployed`)
    holders.set(key, role)
  }
}
