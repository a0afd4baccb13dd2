/** `unreturned` at a block that is newer than the ledger's (ADR 0027). Pure; base units. */
import { lowerUnreturned } from '@dr/protocol/rules/unreturned'

/** Subtracts payments that are on chain but not in the ledger yet. */
export const unreturnedAt = ({
  unreturned,
  paid,
  paidOnChain = paid,
}: {
  /** `unreturned` in the ledger. */
  readonly unreturned: bigint
  /** Final payments in the ledger. */
  readonly paid: bigint
  /** Total that the vault has paid at that block; default: `paid`. */
  readonly paidOnChain?: bigint | undefined
}): bigint => lowerUnreturned(unreturned, paidOnChain > paid ? paidOnChain - paid : 0n)
