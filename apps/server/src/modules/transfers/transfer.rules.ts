/** The conditions of a transfer between users (docs/product.md 10; ADR 0021). Pure; base units. */

import { TRANSFER_MINIMUM } from '@dr/protocol/constants'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { PayoutToken } from '@dr/protocol/tokens'
import { VAULT_TOKENS } from '@dr/protocol/tokens'
import type { LowerHex } from '../../platform/hex.ts'

export interface TransferTerms {
  readonly to: LowerHex
  readonly vault: VaultIndex
  readonly token: PayoutToken
  readonly amount: bigint
}

export type TransferProblem =
  | { readonly path: 'to'; readonly reason: 'self' | 'not-a-user' | 'not-activated' }
  | { readonly path: 'token'; readonly reason: 'not-paid-from-this-account' }
  | { readonly path: 'amount'; readonly reason: 'minimum' }

export interface Party {
  readonly address: LowerHex
  readonly activated: boolean
}

/** Reason why a transfer is not allowed, or null. `receiver`: no user has that address. */
export const transferProblem = (input: {
  readonly from: string
  readonly receiver: Party | undefined
  readonly terms: TransferTerms
}): TransferProblem | null => {
  const { from, receiver, terms } = input
  if (!VAULT_TOKENS.some(({ vault, token }) => vault === terms.vault && token === terms.token)) {
    return { path: 'token', reason: 'not-paid-from-this-account' }
  }
  if (terms.amount < TRANSFER_MINIMUM) return { path: 'amount', reason: 'minimum' }
  if (terms.to === from) return { path: 'to', reason: 'self' }
  if (!receiver) return { path: 'to', reason: 'not-a-user' }
  return receiver.activated ? null : { path: 'to', reason: 'not-activated' }
}
