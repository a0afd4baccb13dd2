import type { Hex } from 'viem'
import type { LowerHex } from '../platform/hex.ts'

/**
 * Verdict of all endpoints on a block of one of them. `confirmed`: more of them have this block than any
 * other of its number (those that have another one are wrong); `outvoted`: more of them have another; `tied`:
 * as many; `unconfirmed`: no other endpoint has a block of that number.
 */
export type Verdict = 'confirmed' | 'outvoted' | 'tied' | 'unconfirmed'

/** `others`: hashes the other endpoints have at that number; null: none yet. */
export const judgeBlock = (hash: LowerHex, others: readonly (Hex | null)[]): Verdict => {
  const votes = new Map<Hex, number>([[hash, 1]])
  for (const other of others) if (other !== null) votes.set(other, (votes.get(other) ?? 0) + 1)
  const own = votes.get(hash) ?? 0
  votes.delete(hash)
  const strongest = Math.max(0, ...votes.values())
  if (own < strongest) return 'outvoted'
  if (own === strongest) return 'tied'
  return own === 1 ? 'unconfirmed' : 'confirmed'
}
