import type { VaultToken } from '@dr/protocol/tokens'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { type PostedJournal, posting, postJournal } from '../ledger/index.ts'
import type { ReadReserves } from '../withdrawal/index.ts'

export interface Loss extends Pick<VaultToken, 'vault' | 'token'> {
  /** Base units that left the vault without a journal, or that no account's books covered. */
  readonly amount: bigint
  /** The transaction that took them, unique for each vault and token. */
  readonly txHash: LowerHex
  /** The two people who decided. */
  readonly by: readonly [string, string]
  readonly why: string
}

/** Refused: a single decider, or more than is missing between books and chain, or uncovered. */
export class LossRefusedError extends FatalError {}

/**
 * Books a loss against a vault's recapitalisation (ADR 0046): of an amount that left it unbooked, so that books and
 * chain are equal again, at most the difference at the ledger's own block; or of one that is booked and that the
 * paid account's books did not cover. Once for each transaction. Throws LossRefusedError, and SystemAccountOverdrawnError beyond the recapitalisation.
 */
export const postLoss = async (
  tx: Tx,
  readReserves: ReadReserves,
  { vault, token, amount, txHash, by, why }: Loss,
): Promise<PostedJournal> => {
  const [first, second] = by
  if (first === second) throw new LossRefusedError('two people decide this')
  const unbooked = `loss:${txHash}:${vault}:${token}`
  const { rows } = await tx.query<{ key: string }>({
    text: 'SELECT key FROM journal WHERE key = ANY($1)',
    values: [[unbooked, `${unbooked}:uncovered`]],
  })
  const books = (await readReserves(tx)).find((one) => one.vault === vault && one.token === token)
  const missing = books === undefined ? 0n : books.booked - books.reserve
  const uncovered = books?.uncovered ?? 0n
  if (rows.length === 0 && amount > missing && amount > uncovered) {
    throw new LossRefusedError(
      `vault ${vault} lacks ${missing} of what is booked in ${token}, and ${uncovered} is uncovered, not ${amount}`,
    )
  }
  const key = rows[0]?.key ?? (amount > missing ? `${unbooked}:uncovered` : unbooked)
  const to = key === unbooked ? 'chain' : 'uncovered'
  return postJournal(tx, {
    key,
    reason: 'solvency.loss',
    at: (await chainNow(tx)).at,
    source: { kind: 'loss', txHash, by: [...by], why },
    postings: [posting({ vault, token, from: { kind: 'recapitalised' }, to: { kind: to }, amount })],
  })
}
