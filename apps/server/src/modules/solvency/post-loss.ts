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
  const waiting = await tx.query({
    text: 'SELECT FROM suspense_event WHERE tx_hash = $1 AND resolved_at IS NULL LIMIT 1',
    values: [txHash],
  })
  if (waiting.rows.length > 0)
    throw new LossRefusedError(
      'an event of this transaction is in suspense: settle it first (settle-event.ts)',
    )
  const charged = await tx.query<{ uncovered: bigint | null }>({
    text: 'SELECT sum(uncovered) AS uncovered FROM vault_claim WHERE tx_hash = $1 AND vault = $2 AND token = $3',
    values: [txHash, vault, token],
  })
  const uncovered = charged.rows[0]?.uncovered ?? null
  const key = `loss:${txHash}:${vault}:${token}`
  const known = await tx.query({ text: 'SELECT 1 FROM journal WHERE key = $1', values: [key] })
  const books = (await readReserves(tx)).find((one) => one.vault === vault && one.token === token)
  const missing = uncovered ?? (books === undefined ? 0n : books.booked - books.reserve)
  if (known.rows.length === 0 && amount > missing) {
    const what = uncovered === null ? 'lacks' : 'has uncovered'
    throw new LossRefusedError(
      `vault ${vault} ${what} ${missing} of what is booked in ${token}, not ${amount}`,
    )
  }
  const to = uncovered === null ? 'chain' : 'uncovered'
  return postJournal(tx, {
    key,
    reason: 'solvency.loss',
    at: (await chainNow(tx)).at,
    source: { kind: 'loss', txHash, by: [...by], why },
    postings: [posting({ vault, token, from: { kind: 'recapitalised' }, to: { kind: to }, amount })],
  })
}
