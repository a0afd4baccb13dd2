import type { VaultIndex } from '@dr/protocol/token-table'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'

/**
 * Books all amounts due to a user by now; await it before reading or spending the user's balances. With
 * `vault`, only those of that account, and received transfers. Runs its own transactions, so call it outside
 * one. `accounts` implements it, `bin` passes it to the modules that need it.
 */
export type Settle = (user: {
  readonly userId: UserId
  /** Lower case, by which deposits from before registering are found. */
  readonly address: LowerHex
  readonly vault?: VaultIndex | undefined
}) => Promise<void>
