import type { VaultIndex } from '@dr/protocol/token-table'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'

/**
 * Books everything that is due to a user by now: to be awaited before their balances are read or spent. With
 * `vault`, what is due in that account, and received transfers. Not inside a transaction: it runs its own.
 * `accounts` implements it, `bin` hands it to the modules that need it.
 */
export type Settle = (user: {
  readonly userId: UserId
  /** Lower case: deposits made before the user registered are found by it. */
  readonly address: LowerHex
  readonly vault?: VaultIndex | undefined
}) => Promise<void>
