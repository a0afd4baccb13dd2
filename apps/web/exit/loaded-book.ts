/** Books as a proof has them. */
import type { ExportedProof } from '@dr/protocol/roots/exported-proof'
import { foldPath, NO_PROOF, type Proof } from '@dr/protocol/roots/proof'
import type { Address, Hex } from 'viem'
import { ExitError } from './exit-error.ts'

/** A book: the root that the proof leads to, and the account's line. */
export interface LoadedBook {
  readonly vault: Address
  readonly token: Address
  readonly hash: Hex
  readonly total: bigint
  /** Null: the account has no line in this book. */
  readonly proof: Proof | null
}

/** @throws ExitError for a path that leads nowhere: too long, beyond its index, or with a sum above 256 bits. */
const topOf = (...of: Parameters<typeof foldPath>) => {
  try {
    return foldPath(...of).at(-1)
  } catch (cause) {
    throw new ExitError({ key: 'error.file', values: { reason: String(cause) } }, cause)
  }
}

/** Books of an exported proof, each with the root that its path leads to. */
export const exportedBooks = ({ chainId, account, epoch, books }: ExportedProof): readonly LoadedBook[] =>
  books.map(({ vault, token, ...line }) => {
    const top = topOf({ chainId, vault, token, account }, line)
    if (top === undefined) throw new Error('a path leads nowhere')
    return {
      vault,
      token,
      hash: top.hash,
      total: top.sum,
      proof: { ...NO_PROOF, ...line, epoch: BigInt(epoch) },
    }
  })
