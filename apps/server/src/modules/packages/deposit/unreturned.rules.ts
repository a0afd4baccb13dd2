/** `unreturned` as of a block that is newer than what the ledger has (ADR 0027). Pure; base units. */
import { lowerUnreturned } from '@dr/protocol/rules/unreturned'

/** Payments that the ledger has not posted yet have returned their part on chain. */
export const unreturnedAt = ({
  unreturned,
  paid,
  paidOnChain = paid,
}: {
  /** Of the ledger. */
  readonly unreturned: bigint
  /** Final payments in the ledger. */
  readonly paid: bigint
  /** What the vault ever paid at that block; without it, as the ledger has it. */
  readonly paidOnChain?: bigint | undefined
}): bigint => lowerUnreturned(unreturned, paidOnChain > paid ? paidOnChain - paid : 0n)
